import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeUrl } from "../../base/base64";
import { isSessionLink } from "../sources/sources";
import { decodeSessionLink, encodeSessionLink } from "./session-link";

const session = Array.from({ length: 40 }, (_, i) =>
  JSON.stringify({ type: "user", uuid: `u${i}`, message: { role: "user", content: `Zähle bis ${i} 🧵` } }),
).join("\n");

/** Bytes that cannot be compressed. */
function noise(length: number): Uint8Array<ArrayBuffer> {
  let state = 1;
  return new Uint8Array(length).map(() => (state = (state * 48_271) % 2_147_483_647) & 255);
}

async function fileIn(src: string): Promise<Blob> {
  const decoded = await decodeSessionLink(src);
  if (decoded.kind === "refused") throw new Error(decoded.why);
  assert.equal(decoded.source.path, "shared-link.jsonl");
  return new Blob([await decoded.source.blob.arrayBuffer()]);
}

async function textIn(src: string): Promise<string> {
  return (await fileIn(src)).text();
}

/** Returns what is wrong with a link, or "" if it can be read. */
async function wrong(src: string): Promise<string> {
  const decoded = await decodeSessionLink(src);
  return decoded.kind === "refused" ? decoded.why : "";
}

async function linkOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const src = await encodeSessionLink(content);
  if (src === undefined) throw new Error("the link is too long");
  return src;
}

/** Encodes without the bounds of the encoder. */
async function anyLinkOf(content: Blob, version = "1", format: CompressionFormat = "deflate"): Promise<string> {
  const packed = await new Response(content.stream().pipeThrough(new CompressionStream(format))).arrayBuffer();
  return `inline:${version}.${encodeUrl(new Uint8Array(packed))}`;
}

test("a link contains exactly the bytes", async () => {
  for (const content of [session, "", "x", "\r\n", "\0", session.slice(0, 100)])
    assert.equal(await textIn(await linkOf(content)), content);
  for (const length of [1, 2, 3, 255, 20_000]) {
    const bytes = noise(length);
    assert.deepEqual(new Uint8Array(await (await fileIn(await linkOf(bytes))).arrayBuffer()), bytes);
  }
});

test("a link survives a fragment as it is", async () => {
  const src = await linkOf(noise(3000));
  assert.match(src, /^inline:1\.[\w-]+$/);
  assert.ok(isSessionLink(src));
  assert.equal(new URLSearchParams({ src }).toString(), `src=${src.replace(":", "%3A")}`);
  assert.equal(new URL(src).href, src);
});

test("what is too long for a link has none", async () => {
  assert.equal(await encodeSessionLink(noise(30_000)), undefined);
  assert.equal(await encodeSessionLink(new Uint8Array((8 << 20) + 1)), undefined);
  assert.equal((await fileIn(await linkOf(new Uint8Array(8 << 20)))).size, 8 << 20);
});

test("a link that was cut off anywhere is reported", async () => {
  const src = await linkOf(session);
  for (let length = "inline:".length; length < src.length; length++)
    assert.match(await wrong(src.slice(0, length)), /damaged or incomplete/, `${length} of ${src.length} characters`);
});

test("a link with a changed character never shows another session", async () => {
  const short = session.split("\n").slice(0, 5).join("\n");
  const src = await linkOf(short);
  for (let at = "inline:1.".length; at < src.length; at++) {
    for (const character of ["A", "_", "%", " ", "="]) {
      const changed = src.slice(0, at) + character + src.slice(at + 1);
      const detail = await wrong(changed);
      if (detail === "")
        assert.equal(await textIn(changed), short); // the same or unused bits
      else assert.match(detail, /damaged or incomplete/, changed);
    }
  }
});

test("a link of another version is reported", async () => {
  for (const version of ["2", "10", "999999999"])
    assert.match(await wrong(await anyLinkOf(new Blob([session]), version)), /newer version/, version);
  assert.match(await wrong(`inline:2.${"-".repeat(100_000)}`), /newer version/);
  for (const src of [
    "inline:",
    "inline:1",
    "inline:1.",
    "inline:.AAAA",
    "inline:0.AAAA",
    "inline:01.AAAA",
    "inline:x.AAAA",
  ])
    assert.match(await wrong(src), /damaged or incomplete/, src);
});

test("bytes that are not compressed this way are reported", async () => {
  for (const format of ["gzip", "deflate-raw"] as const)
    assert.match(await wrong(await anyLinkOf(new Blob([session]), "1", format)), /damaged or incomplete/, format);
  assert.match(await wrong(`inline:1.${encodeUrl(noise(9000))}`), /damaged or incomplete/);
});

test("a link that would need too much memory is reported", async () => {
  const bomb = await anyLinkOf(new Blob([new Uint8Array(20 << 20)]));
  assert.ok(bomb.length < 32_000, `${bomb.length} characters`);
  assert.match(await wrong(bomb), /more than 8 MB/);
  assert.match(await wrong(await anyLinkOf(new Blob([new Uint8Array((8 << 20) + 1)]))), /more than 8 MB/);
  assert.match(await wrong(`inline:1.${"A".repeat(32_000)}`), /longer than in any link/);
});
