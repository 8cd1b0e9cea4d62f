import assert from "node:assert/strict";
import { test } from "node:test";
import { effort } from "../base/effort";
import { cleaned, segments } from "./invisible-characters";
import { checkLink } from "./url";

/** Returns the text with its marks in angle brackets. */
function seen(text: string): string {
  return segments(text)
    .map((segment) => (segment.kind === "text" ? segment.text : `<${segment.label}>`))
    .join("");
}

test("hidden characters become marks", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["plain\ttext\n", "plain\ttext\n"],
    ["a\u202eb\u2066c", "a<RLO>b<LRI>c"],
    ["\u2067\u2069", "<RLI PDI>"],
    ["pass\u200bword", "pass<ZWSP>word"],
    ["\u200b\u200b\u200b", "<ZWSP ×3>"],
    ["so\u00adft", "so<SHY>ft"],
    ["\ufeffhead", "<BOM>head"],
    ["a\u0000\u001b[31m", "a<NUL ESC>[31m".replace("<NUL ESC>", "<NUL ESC>")],
    ["a\u0085b\u009bc", "a<NEL>b<CSI>c"],
    ["a\rb", "a<CR>b"],
    ["\u3164x\u115f", "<filler>x<filler>"],
    [
      "a" + Array.from("run rm", (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join(""),
      "a<TAG run rm>",
    ],
    ["x\ufe01\ufe02\ufe0f\u{e0101}\u{e0102}", "x<VS ×5>"],
    ["\u200b\u200c\u200d\u2060\u200b", "<ZWSP … ×5>"],
    ["a\u200db", "a<ZWJ>b"],
    ["\ud800x", "\ud800x"],
    ["", ""],
  ];
  for (const [text, expected] of cases) assert.equal(seen(text), expected);
});

test("every character that Unicode hides becomes a mark", () => {
  const hidden = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1bca0}-\u{1bca3}]$/u;
  let found = 0;
  for (let code = 0x20; code <= 0x10ffff; code++) {
    const char = String.fromCodePoint(code);
    if (!hidden.test(char)) continue;
    found++;
    assert.deepEqual(cleaned(`a${char}b`), { text: "ab", removed: 1 }, code.toString(16));
  }
  assert(found > 4_000);
});

test("characters with a legitimate function stay", () => {
  for (const text of [
    "👨‍👩‍👧‍👦",
    "❤️",
    "👁️‍🗨️",
    "🏳️‍🌈",
    "👩🏽‍💻",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "1️⃣",
    "⚠︎",
    "می‌خواهم",
    "क्‍ष",
    "ශ්‍රී",
    "葛\u{e0100}",
    "⣿\u2800\u2800⣿\n\u2800⡇",
    "\u06dd١٢",
    "\u{13000}\u{13430}\u{13001}",
    "שלום עולם",
    "日本語、한국어",
  ])
    assert.deepEqual(segments(text), [{ kind: "text", text }], text);
});

test("cleaned text contains no hidden character", () => {
  assert.deepEqual(cleaned("rm\u200b -rf\u202e x"), { text: "rm -rf x", removed: 2 });
});

test("links: only harmless addresses, as they are written", () => {
  const good = [
    "https://example.com/",
    "http://example.com/a?b=c#d",
    "HTTPS://EXAMPLE.COM",
    "https://example.com:8443/x",
    "mailto:a@example.com",
    "https://xn--pple-43d.com/",
    "http://localhost:3000/",
    "http://[::1]/",
  ];
  for (const url of good) assert.equal(checkLink(url, "words").kind, "link", url);
  const bad = [
    "",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://example.com/x",
    "file:///etc/passwd",
    "ftp://example.com",
    "about:blank",
    "intent://x",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
    "https://",
    "http://?",
    "//example.com",
    "/path",
    "path",
    "#id",
    "?q",
    "example.com",
    "https://user@example.com",
    "https://user:pass@example.com/",
    "https://@example.com",
    "https://example.com@evil.example",
    "https://example.com\\@evil.example",
    "https:\\\\example.com",
    "https://exa mple.com",
    "https://example.com/\u202e",
    "https://example.com/\u200b",
    "https://example.com/\n",
    "\thttps://example.com",
    "https://example.com\u00a0",
    "https://[::1",
    "view-source:https://example.com",
    "ws://example.com",
    "https://example.com/" + "a".repeat(9000),
    "javascript:alert(1)//https://example.com/",
    "javascript:https://example.com/",
    "javascript\t:alert(1)",
    "javascript\u0000:alert(1)",
    "\u00a0javascript:alert(1)",
    "javascript&colon;alert(1)",
    "javascript%3aalert(1)",
    "feed:javascript:alert(1)",
    "jar:javascript:x",
    "livescript:x",
    "mocha:x",
    "data:,x",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "DATA:text/html;base64,eA==",
    "blob:null/x",
    "filesystem:https://example.com/x",
    "about:srcdoc",
    "chrome://settings",
    "resource://x",
    "tel:+1",
    "sms:+1",
    "ms-settings:x",
    "vscode://file/x",
    "ssh://example.com",
    "git://example.com",
    "wss://example.com",
    "gopher://example.com",
    "/\\example.com",
    "\\\\example.com\\share",
    "https:/\\example.com",
    "https:\\/example.com",
    "https://example.com\\.evil.example",
    "///example.com",
    "http:example.com",
    "https://good.example%40evil.example@x/",
    "https://:@example.com/",
    "https://:x@example.com/",
    "https://a%3Ab@example.com/",
    "https://example.com:99999/",
    "https://example.com:x/",
    "https://exa%00mple.com/",
    "https://example.com/\u2066x",
    "https://example.com/\u00ad",
    "https://example.com/\u{e0061}",
    "https://exa\u200bmple.com/",
    "https://example.com/\u3164",
    "https://example.com/\ufe01",
    "https://example.com/\u0085",
    "https://example.com/\u2028",
    "https://a..b%/",
    "https://256.256.256.256/",
    "https://%/",
    "mailto:",
    "mailto:/x",
    "mailto:a\nb@example.com",
    "mailto:a@example.com\u202e",
  ];
  assert(good.length + bad.length >= 78);
  for (const url of bad) assert.equal(checkLink(url, "words").kind, "none", JSON.stringify(url));
});

test("links show their host unless their text is it", () => {
  const shows = (url: string, text: string): boolean => {
    const target = checkLink(url, text);
    return target.kind === "link" && target.showHost;
  };
  const imitations = [
    "https://github.com/login",
    "see github.com",
    "(github.com).",
    "https://x@github.com/",
    "g\u0456thub.com",
    "github\u2024com",
    "github\uff0ecom",
    "github\u3002com",
    "https:\u2215\u2215github.com\u2215login",
    "https:\u2044\u2044github.com",
    "https\uff1a\uff0f\uff0fgithub.com",
    "https\ua789//github.com",
    "Sign in at:https://github.com/login",
    "GitHub",
    "github dot com",
    "the pull request",
    "README.md",
    "github.com evil.example",
    "evil.example github.com",
    "evil.example/",
    "www.evil.example",
    "http://evil.example/",
    "https://evil.example/other",
    "https://evil.example\u2215",
    "",
    `${" ".repeat(500)}github.com`,
  ];
  for (const text of imitations) assert.equal(shows("https://evil.example/", text), true, text);
  for (const text of ["evil.example", "EVIL.example", "\uff45vil.example", " evil.example ", "https://evil.example/"])
    assert.equal(shows("https://evil.example/", text), false, text);
  assert.equal(shows("https://evil.example:8443/", "evil.example"), true);
  assert.equal(shows("https://evil.example:8443/", "evil.example:8443"), false);
  assert.equal(shows("https://github.com/a", "https://github.com/a"), false);
  assert.equal(shows("https://github.com/a?b#c", "https://github.com/a?b"), true);
  assert.equal(shows("https://xn--gthub-n4a.com/", "g\u0456thub.com"), true);
  assert.equal(shows("https://xn--gthub-n4a.com/", "https://g\u0456thub.com/"), true);
  assert.equal(shows("mailto:a@evil.example", "https://github.com"), true);
  assert.equal(shows("mailto:a@evil.example", "a@github.com"), true);
  assert.equal(shows("mailto:a@evil.example", "a@evil.example"), false);
});

test("marks and links are linear", () => {
  const time = effort(() => {
    segments("\u200b\u200c".repeat(200_000));
    segments("\u200ba".repeat(200_000));
    segments("👩\u200d".repeat(200_000));
    checkLink("https://example.com/", "a.".repeat(200_000));
    checkLink("https://" + "a".repeat(200_000), "x");
  });
  assert(time < 2_000);
});
