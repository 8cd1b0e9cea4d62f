import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../../../base/base64";
import { type Packing, type Part, compose, pack } from "./standalone-writer";
import { isFailure } from "../../../parser/failure";

const usual: Packing = { at: "u", maxLength: 1e6, signal: new AbortController().signal, onProgress: () => undefined };

function part(path: string, bytes: Uint8Array, there = bytes.length): Part {
  return {
    path,
    size: bytes.length,
    shared: false,
    read: async (offset, length) => bytes.slice(offset, Math.min(offset + length, there)),
  };
}

test("files are packed with a line about them, and unchanged bytes", async () => {
  const one = new Uint8Array(300 << 10).map((_, i) => i % 251); // more than is read at a time
  const two = Uint8Array.of(0, 255, 10);
  const reports: number[] = [];
  const packed = await pack([part("p/<a>.jsonl", one), part("b", two)], {
    ...usual,
    onProgress: (done) => reports.push(done),
  });
  const gzip = new Blob([decode((await packed?.text()) ?? "")]);
  const whole = new Uint8Array(
    await new Response(gzip.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
  const line = whole.indexOf(10);
  const header: unknown = JSON.parse(new TextDecoder().decode(whole.subarray(0, line)));
  assert.deepEqual(header, {
    v: 1,
    at: "u",
    files: [
      { path: "p/<a>.jsonl", size: one.length },
      { path: "b", size: 3 },
    ],
  });
  assert.deepEqual(whole.subarray(line + 1, line + 1 + one.length), one);
  assert.deepEqual(whole.subarray(line + 1 + one.length), two);
  assert.deepEqual(reports, [256 << 10, 300 << 10, one.length + 3]);
});

test("files that become too long are not packed", async () => {
  const noise = new Uint8Array(100_000).map((_, i) => Math.imul(i, 2_654_435_761) >>> 13);
  assert.equal(await pack([part("a", noise)], { ...usual, maxLength: 1000 }), undefined);
});

test("a file that became shorter is an error", async () => {
  const failed = await pack([part("a", new Uint8Array(100), 50)], usual).catch((error: unknown) => error);
  assert.ok(isFailure(failed));
});

test("a page takes files and a title, and no title ends early", async () => {
  const page = '<title>Unspool</title><body><script id="app.js.gz"></script></body></html>';
  const made = await compose(page, "</title><script>alert(1)</script> & $& $1", new Blob(["PACKED"]))?.text();
  assert.equal(
    made,
    "<title>&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#38; $&#38; $1</title>" +
      '<body><script id="app.js.gz"></script><script type="application/gzip" id="session.gz">PACKED</script>\n</body></html>',
  );
});

test("only a standalone page accepts files", () => {
  for (const page of ["", "<!doctype html><title>404</title><body>Not found</body>"])
    assert.equal(compose(page, "t", new Blob()), undefined);
});
