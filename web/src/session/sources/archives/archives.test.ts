import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync, strFromU8, strToU8, zipSync } from "fflate";
import { type TarEntry, packTar } from "modern-tar";
import { NBSP } from "../../../base/format";
import { isFailure } from "../../../parser/failure";
import { unpackArchives } from "../unpack";

const session = strToU8('{"type":"user"}\n'.repeat(2000));

const files = {
  "p/a.jsonl": session,
  "p/a/subagents/agent-1.jsonl": strToU8("agent"),
  "p/b.jsonl": strToU8("b"),
  "p/readme.md": strToU8("text"),
  "__MACOSX/p/._a.jsonl": strToU8("\0"),
};

function tar(named: Readonly<Record<string, Uint8Array>>, more: readonly TarEntry[] = []): Promise<Uint8Array> {
  const entries = Object.entries(named).map(([name, body]) => ({ header: { name, size: body.length }, body }));
  return packTar([...entries, ...more]);
}

interface Opened {
  readonly contents: Readonly<Record<string, string>>;
  readonly note: string;
}

async function open(path: string, bytes: Uint8Array): Promise<Opened> {
  const blob = new Blob([bytes as BlobPart]);
  const { sources, note = "" } = await unpackArchives(
    { sources: [{ path, blob }] },
    { signal: AbortSignal.timeout(60_000) },
  );
  const contents: Record<string, string> = {};
  for (const source of sources) contents[source.path] = await (source.blob as Blob).text();
  return { contents, note: note.replaceAll(NBSP, " ") };
}

/** Returns a zip whose headers have a flag set for one file. */
function withFlag(zip: Uint8Array, name: string, flag: number): Uint8Array {
  const bytes = zip.slice();
  const view = new DataView(bytes.buffer);
  for (const [magic, flags, start] of [
    ["PK\x03\x04", 6, 30],
    ["PK\x01\x02", 8, 46],
  ] as const) {
    const text = strFromU8(bytes, true);
    for (let at = text.indexOf(magic); at >= 0; at = text.indexOf(magic, at + 1))
      if (text.startsWith(name, at + start)) view.setUint16(at + flags, view.getUint16(at + flags, true) | flag, true);
  }
  return bytes;
}

test("each kind of archive opens like a folder", async () => {
  const packed = await tar(files);
  for (const [path, bytes] of Object.entries({
    "x.zip": zipSync(files),
    "x.tar": packed,
    "x.tgz": gzipSync(packed),
    "X.TAR.GZ": gzipSync(packed),
  })) {
    const { contents, note } = await open(path, bytes);
    assert.equal(note, "");
    assert.deepEqual(contents, {
      [`${path}/p/a.jsonl`]: new TextDecoder().decode(session),
      [`${path}/p/a/subagents/agent-1.jsonl`]: "agent",
      [`${path}/p/b.jsonl`]: "b",
    });
  }
});

test("a gzipped transcript opens as a file, and what is no archive stays", async () => {
  assert.deepEqual((await open("s.jsonl.gz", gzipSync(strToU8("content")))).contents, { "s.jsonl": "content" });
  assert.deepEqual((await open("s.zip", strToU8("content"))).contents, { "s.zip": "content" });
});

test("unsafe names, links and duplicates are left out, and counted", async () => {
  const good = { "p/good.jsonl": strToU8("good") };
  const unsafe = [
    "../up.jsonl",
    "p/../../up.jsonl",
    "p\\..\\..\\up.jsonl",
    "/etc/x.jsonl",
    "C:\\x.jsonl",
    "\\\\host\\x.jsonl",
  ];
  unsafe.push(`${"d/".repeat(30)}x.jsonl`, `${"d".repeat(1001)}.jsonl`, "p/x\0.jsonl");
  for (const name of unsafe) {
    const { contents, note } = await open("x.zip", zipSync({ ...good, [name]: strToU8("bad") }));
    assert.deepEqual(contents, { "x.zip/p/good.jsonl": "good" }, JSON.stringify(name));
    assert.match(note, /1 file has an unsafe name/);
  }
  const twice = await open("x.zip", zipSync({ ...good, "p\\good.jsonl": strToU8("bad") }));
  assert.deepEqual(twice.contents, { "x.zip/p/good.jsonl": "good" });
  assert.match(twice.note, /1 file has the name of another one/);
  const link: TarEntry = { header: { name: "p/l.jsonl", size: 0, type: "symlink", linkname: "/etc/passwd" } };
  const linked = await open("x.tar", await tar(good, [link]));
  assert.deepEqual(linked.contents, { "x.tar/p/good.jsonl": "good" });
  assert.match(linked.note, /1 file is a link/);
  const zipped = await open(
    "x.zip",
    zipSync({ ...good, "l.jsonl": [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] }),
  );
  assert.deepEqual(zipped.contents, { "x.zip/p/good.jsonl": "good" });
  assert.match(zipped.note, /1 file is a link/);
});

test("encrypted files are named as such, and others are read", async () => {
  const some = await open("x.zip", withFlag(zipSync(files), "p/b.jsonl", 1));
  assert.deepEqual(Object.keys(some.contents), ["x.zip/p/a.jsonl", "x.zip/p/a/subagents/agent-1.jsonl"]);
  assert.match(some.note, /1 file is encrypted/);
  await assert.rejects(
    open("x.zip", withFlag(zipSync({ "a.jsonl": session }), "a.jsonl", 1)),
    (error: unknown) => isFailure(error) && error.code === "incomplete" && error.detail.includes("encrypted"),
  );
});

test("of an archive that is cut anywhere, everything before is read", async () => {
  const random = Uint8Array.from({ length: 4000 }, (_, i) => 32 + ((i * i * 7919) % 90));
  const text = strFromU8(random);
  const ordered = { "a.jsonl": random, "b.jsonl": random, "c.jsonl": random };
  const packed = await tar(ordered);
  for (const [path, bytes] of Object.entries({
    "x.zip": zipSync(ordered, { level: 0 }),
    "x.tar": packed,
    "x.tgz": gzipSync(packed),
  })) {
    let most = 0;
    for (let size = 600; size < bytes.length - 1024; size += 500) {
      const { contents, note } = await open(path, bytes.subarray(0, size)).catch((error: unknown) => {
        assert.ok(isFailure(error));
        return { contents: {}, note: error.detail };
      });
      assert.match(note, /missing or damaged|incomplete/, `${path} of ${size} bytes`);
      for (const part of Object.values(contents)) assert.ok(text.startsWith(part));
      const complete = Object.values(contents).filter((part) => part === text).length;
      assert.ok(complete >= most);
      most = complete;
    }
    assert.ok(path === "x.tgz" || most >= 2, `${most} complete files in ${path}`);
  }
});

test("of a large zip without its list, all files before the end are read", async () => {
  const long = strToU8("0123456789abcdef".repeat(20_000)); // many times what is read at once
  const zip = zipSync({ "a.jsonl": long, "b.jsonl": long, "c.jsonl": long }, { level: 0 });
  const { contents, note } = await open("x.zip", zip.subarray(0, zip.length - 10));
  assert.match(note, /missing or damaged/);
  assert.deepEqual(
    Object.values(contents).map((text) => text.length),
    [long.length, long.length, long.length],
  );
});

test("a wrong checksum is reported, and the content is shown", async () => {
  const bytes = zipSync({ "a.jsonl": strToU8("some content") }, { level: 0 });
  bytes[strFromU8(bytes, true).indexOf("some")] = "S".charCodeAt(0);
  const { contents, note } = await open("x.zip", bytes);
  assert.deepEqual(contents, { "x.zip/a.jsonl": "Some content" });
  assert.match(note, /1 file is damaged/);
});

test("a bomb ends at the ratio, with what was unpacked before", async () => {
  const zeros = new Uint8Array(100 << 20);
  for (const [path, bytes] of Object.entries({
    "x.zip": zipSync({ "a.jsonl": session, "z.jsonl": zeros }),
    "x.jsonl.gz": gzipSync(zeros),
  })) {
    const { contents, note } = await open(path, bytes);
    const sizes = Object.values(contents).reduce((sum, text) => sum + text.length, 0);
    assert.ok(sizes <= 64 << 20 && sizes > 32 << 20, `${sizes}`);
    assert.match(note, /too much space/);
  }
});
