import assert from "node:assert/strict";
import { test } from "node:test";
import { patchHead, patchText } from "./patch-text";

test("the head of a patch", () => {
  assert.equal(
    patchHead({
      files: 4,
      missing: false,
      counts: [
        { name: "whole", count: 3 },
        { name: "tabs", count: 1 },
        { name: "partly", count: 1 },
        { name: "git", count: 2 },
        { name: "failed", count: 1 },
        { name: "left", count: 1000 },
      ],
    }),
    `# The changes of one session, put together by file: from what each held at first to what it held at last.
# Apply it in the session's folder with: git apply
#
# 3 files that apply
# 1 of them may have had tabs: should it not fit, add --ignore-whitespace
# 1 file that could not be put together: only a comment
# 2 files of git's own: only comments
# 1 change that failed or was refused: left out
# 1000 changes in abandoned attempts: left out
# What commands of a shell, people and other programs did to files is in it only as far as later calls show it.

`,
  );
});

test("the head of an empty patch without the records of agents", () => {
  assert.equal(
    patchHead({ files: 0, missing: true, counts: null }),
    `# The changes of one session, put together by file: from what each held at first to what it held at last.
# Apply it in the session's folder with: git apply
#
# No file was changed.
# What commands of a shell, people and other programs, and agents whose records are not here, did to files is in it only as far as later calls show it.

`,
  );
});

test("notes precede the changes of a file", () => {
  const notes = [
    { name: "unplaced", count: 1 },
    { name: "left", count: 2 },
    { name: "elsewhere", count: 1 },
  ];
  assert.equal(
    patchText({ name: "/etc/hosts", notes, text: "# -a\n" }),
    `# /etc/hosts
#   1 change cannot be placed: too little is recorded.
#   2 changes in an abandoned attempt left out.
#   It lies outside of the session's folder.
# -a
`,
  );
  assert.equal(patchText({ name: "", notes: null, text: "+a\n" }), "+a\n");
});
