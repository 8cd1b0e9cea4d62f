import { failure } from "./failure";
import { reasons } from "../words";

/**
 * Compiles the wasm at an address. It is stored gzipped, but some servers
 * inflate it on the way, so its first bytes decide. Rejects with a Failure, or
 * with what the browser says about code that it does not allow.
 */
export async function compile(address: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") throw failure("wasm", reasons.noWebAssembly);
  const response = await fetch(address);
  if (!response.ok || response.body === null) throw failure("wasm", reasons.notLoaded(response.status));
  const reader = response.body.getReader();
  const first = await reader.read();
  const head = first.value ?? new Uint8Array();
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(head),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => reader.cancel(),
  });
  const gzipped = head[0] === 0x1f && head[1] === 0x8b;
  const body = gzipped ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  const wasm = new Response(body, { headers: { "content-type": "application/wasm" } });
  if (typeof WebAssembly.compileStreaming === "function") return WebAssembly.compileStreaming(wasm);
  return WebAssembly.compile(await wasm.arrayBuffer());
}

/**
 * What was compiled, by its address: all viewers of a page share it, which is
 * why it belongs to none of them. A module has no state; each parser runs its own
 * instance of it.
 */
const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Compiles once for the page. What failed may succeed another time. */
export function compileOnce(address: string): Promise<WebAssembly.Module> {
  let module = modules.get(address);
  if (module === undefined) {
    module = compile(address);
    modules.set(address, module);
    module.catch(() => modules.delete(address));
  }
  return module;
}
