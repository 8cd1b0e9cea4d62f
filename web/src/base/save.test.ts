import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName } from "./save";

test("a file name has only visible letters, and an extension for its content", () => {
  const cases: readonly (readonly [name: string, want: string])[] = [
    ["Fix the login flow", "Fix-the-login-flow.html"],
    ["</script><script>alert(1)</script>", "script-script-alert-1-script-.html"],
    ["gnp\u202eexe.html", "gnp-exe.html"],
    ["../../etc/passwd", "etc-passwd.html"],
    ["潮汐表\u200b", "潮汐表-.html"],
    ["con", "_con.html"],
    ["COM1.x", "_COM1.x.html"],
    ["console", "console.html"],
    ["\u0000\n", "file.html"],
  ];
  for (const [name, want] of cases) assert.equal(fileName(name, /\.html$/i, "html"), want);
});
