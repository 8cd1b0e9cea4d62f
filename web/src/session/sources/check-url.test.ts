import assert from "node:assert/strict";
import { test } from "node:test";
import { checkUrl, fileUrl } from "./check-url";
import { isMixed } from "./remote-files";

const publicPage = { hostname: "viewer.example.com" };
const ownPage = { hostname: "127.0.0.1" };

function check(href: string, page = publicPage): string {
  const checked = checkUrl(href, page);
  return checked.kind === "fine" ? "fine" : checked.why;
}

test("addresses that are allowed in a link", () => {
  for (const address of [
    "https://raw.githubusercontent.com/o/r/main/s.jsonl",
    "HTTPS://EXAMPLE.COM/s.jsonl",
    "https://example.com:8443/s.jsonl?raw=1#x",
    "https://8.8.8.8/s.jsonl",
    "https://172.15.0.1/",
    "https://172.32.0.1/",
    "https://100.63.0.1/",
    "https://100.128.0.1/",
    "https://192.169.0.1/",
    "https://192.0.78.9/",
    "https://[2606:4700::1111]/s.jsonl",
    "https://localhost.example.com/",
    "https://10.example.com/",
    "https://notfritz.box/",
    "https://svc.example.com/",
    "https://xn--bcher-kva.example/",
  ])
    assert.equal(check(address), "fine", address);
});

test("addresses that are not allowed in a link", () => {
  for (const [address, why] of [
    ["", "none"],
    ["s.jsonl", "none"],
    ["//example.com/s", "none"],
    ["https://", "none"],
    ["https://exa mple.com/", "none"],
    [`https://example.com/${"a".repeat(9000)}`, "none"],
    ["http://example.com/s.jsonl", "scheme"],
    ["ftp://example.com/s", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["data:text/plain,x", "scheme"],
    ["blob:https://example.com/1", "scheme"],
    ["wss://example.com/", "scheme"],
    ["http://localhost/s", "scheme"],
    ["https://user@example.com/", "login"],
    ["https://user:pass@example.com/", "login"],
    ["https://:pass@example.com/", "login"],
    ["https://localhost/", "private"],
    ["https://LOCALHOST./", "private"],
    ["https://a.localhost/", "private"],
    ["https://printer/", "private"],
    ["https://nas.local/", "private"],
    ["https://wiki.internal/", "private"],
    ["https://fritz.box/", "private"],
    ["https://nas.fritz.box./", "private"],
    ["https://server.localdomain/", "private"],
    ["https://localhost.localdomain/", "private"],
    ["https://api.team.svc/", "private"],
    ["https://api.team.svc.cluster.local/", "private"],
    ["https://wiki.intra/", "private"],
    ["https://[::1]:8443/", "private"],
    ["https://router.lan/", "private"],
    ["https://box.home.arpa/", "private"],
    ["https://127.0.0.1/", "private"],
    ["https://127.1/", "private"],
    ["https://2130706433/", "private"],
    ["https://0x7f.0.0.1/", "private"],
    ["https://0177.0.0.1/", "private"],
    ["https://0/", "private"],
    ["https://10.0.0.1/", "private"],
    ["https://172.16.0.1/", "private"],
    ["https://172.31.255.255/", "private"],
    ["https://192.168.1.1/", "private"],
    ["https://169.254.169.254/latest", "private"],
    ["https://100.64.0.1/", "private"],
    ["https://198.18.0.1/", "private"],
    ["https://224.0.0.1/", "private"],
    ["https://255.255.255.255/", "private"],
    ["https://[::1]/", "private"],
    ["https://[::]/", "private"],
    ["https://[fe80::1]/", "private"],
    ["https://[fd00::1]/", "private"],
    ["https://[::ffff:127.0.0.1]/", "private"],
    ["https://[64:ff9b::7f00:1]/", "private"],
    ["https://[2002:7f00:1::]/", "private"],
    ["https://[2001::1]/", "private"],
    ["https://[ff02::1]/", "private"],
    ["https://１２７.０.０.１/", "private"],
    ["https://ⓛocalhost/", "private"],
  ] as const)
    assert.equal(check(address), why, address);
});

test("a page on this machine may request hosts on this machine", () => {
  for (const address of [
    "http://localhost:8000/s.jsonl",
    "http://127.0.0.1:8000/s",
    "https://localhost/",
    "https://192.168.1.1/",
    "https://example.com/",
  ]) {
    assert.equal(check(address, ownPage), "fine", address);
  }
  assert.equal(check("http://192.168.1.1/", ownPage), "scheme");
  assert.equal(check("http://example.com/", ownPage), "scheme");
  assert.equal(check("http://localhost/", { hostname: "192.168.1.1" }), "scheme");
});

test("pages about files", () => {
  for (const [page, file] of [
    ["https://github.com/o/r/blob/main/dir/s.jsonl", "https://raw.githubusercontent.com/o/r/main/dir/s.jsonl"],
    [
      "https://github.com/o/r/raw/refs/heads/main/s.jsonl",
      "https://raw.githubusercontent.com/o/r/refs/heads/main/s.jsonl",
    ],
    [
      "https://github.com/o/r/blob/main/a%20b.jsonl?plain=1#L3",
      "https://raw.githubusercontent.com/o/r/main/a%20b.jsonl",
    ],
    ["https://github.com/o/r", ""],
    ["https://github.com/o/r/tree/main/dir", ""],
    ["https://github.com/o/r/blob/main", ""],
    [
      "https://gist.github.com/u/0123456789abcdef0123456789abcdef",
      "https://gist.githubusercontent.com/u/0123456789abcdef0123456789abcdef/raw",
    ],
    [
      "https://gist.github.com/u/0123456789abcdef0123456789abcdef/raw/s.jsonl",
      "https://gist.githubusercontent.com/u/0123456789abcdef0123456789abcdef/raw/s.jsonl",
    ],
    ["https://gist.github.com/u", ""],
    ["https://gist.github.com/u/starred", ""],
    [
      "https://huggingface.co/datasets/o/n/blob/main/s.jsonl",
      "https://huggingface.co/datasets/o/n/resolve/main/s.jsonl",
    ],
    ["https://huggingface.co/o/n/blob/main/s.jsonl", "https://huggingface.co/o/n/resolve/main/s.jsonl"],
    ["https://huggingface.co/datasets/o/n/resolve/main/s.jsonl", ""],
    ["https://huggingface.co/datasets/o/blob/main/x", ""],
    ["https://raw.githubusercontent.com/o/r/main/s.jsonl", ""],
    ["https://github.com.example.com/o/r/blob/main/s.jsonl", ""],
  ] as const)
    assert.equal(fileUrl(new URL(page))?.href ?? "", file, page);
});

test("mixed content", () => {
  for (const [origin, address, mixed] of [
    ["https://a.example", "http://b.example/s", true],
    ["https://a.example", "https://b.example/s", false],
    ["http://a.example", "http://b.example/s", false],
    ["https://a.example", "http://localhost:1/s", false],
    ["https://a.example", "http://127.0.0.1/s", false],
    ["https://a.example", "http://192.168.1.1/s", true],
    ["null", "http://b.example/s", false],
  ] as const)
    assert.equal(isMixed(origin, new URL(address)), mixed, `${origin} ${address}`);
});
