import assert from "node:assert/strict";
import { test } from "node:test";
import { assetsAt } from "../assets";
import { inflatesBrotli } from "../../base/brotli";
import { compile } from "./compile";

const wasm = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0); // an empty module
const real = globalThis.DecompressionStream;

/**
 * Installs a fake Brotli format, which is one byte followed by the data, or none: newer versions of Node have a real
 * one.
 */
function fakeBrotli(known: boolean): void {
  globalThis.DecompressionStream = class {
    readonly readable;
    readonly writable;
    constructor(format: string) {
      if (format !== "brotli") return new real(format as CompressionFormat);
      if (!known) throw new TypeError("unsupported format");
      let begun = false;
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          controller.enqueue(begun ? chunk : chunk.subarray(1));
          begun = true;
        },
      });
      this.readable = readable;
      this.writable = writable;
    }
  } as typeof DecompressionStream;
}

async function exportsAt(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const asked: string[] = [];
  const module = await compile(address, async (from) => {
    asked.push(from);
    return new Response(bytes);
  });
  assert.deepEqual(asked, [address]);
  return WebAssembly.Module.exports(module).length;
}

function refused(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return exportsAt(address, bytes).then(
    () => false,
    () => true,
  );
}

test("the wasm is decompressed according to its bytes and its name", async () => {
  const gzip = new Uint8Array(
    await new Response(new Blob([wasm]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );
  const packed = Uint8Array.of(0x0b, ...wasm);
  try {
    fakeBrotli(false);
    assert.equal(inflatesBrotli(), false);
    assert.equal(assetsAt("").wasm, "p.wasm.gz");
    assert.equal(await exportsAt("p.wasm.gz", gzip), 0);
    assert.equal(await exportsAt("p.wasm.gz", wasm), 0, "inflated on its way");
    assert.equal(await refused("p.wasm.br", packed), true, "Brotli is not known");
    fakeBrotli(true);
    assert.equal(inflatesBrotli(), true);
    assert.equal(await exportsAt("p.wasm.br", packed), 0);
    assert.equal(await exportsAt("p.wasm.br", wasm), 0, "inflated on its way");
    assert.equal(await exportsAt("p.wasm.gz", gzip), 0);
    assert.equal(await refused("p.wasm.gz", packed), true, "no wasm");
    assert.equal(assetsAt("").wasm, "p.wasm.br");
  } finally {
    globalThis.DecompressionStream = real;
  }
});
