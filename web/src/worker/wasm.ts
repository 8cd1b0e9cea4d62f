import "unspool:wasm-exec";
import { wasmURL } from "unspool:assets";
import { failure, reason, toFailure } from "./failure";
import type { Failure, WasmApi, WasmHost } from "./protocol";
import { reasons } from "../words";

/** A running Go program. */
export interface Instance {
  readonly api: WasmApi;
  /** Bytes of its memory, which only ever grows. */
  readonly memory: () => number;
  /** Why it stopped, once it has. */
  readonly stopped: () => Failure | undefined;
}

/** The parts of the outside world that the loader of the Go toolchain knows as globals. */
interface GoGlobals {
  unspoolHost?: WasmHost;
  fs?: { writeSync(fd: number, bytes: Uint8Array): number };
}

/** Compiles and starts the parser. `read` must answer at once. Rejects with a Failure. */
export async function startParser(read: WasmHost["read"]): Promise<Instance> {
  if (typeof WebAssembly !== "object") throw failure("wasm", reasons.noWebAssembly);
  const globals = globalThis as GoGlobals;
  const go = new Go();
  let last = ""; // the program's last word
  let ended: Failure | undefined;
  const decoder = new TextDecoder();
  if (globals.fs !== undefined) {
    globals.fs.writeSync = (_fd, bytes) => {
      last = (last + decoder.decode(bytes)).slice(-2000);
      return bytes.byteLength;
    };
  }
  go.exit = (code) => {
    ended = failure("crashed", lastWord(last) || reasons.exited(code));
  };
  let instance: WebAssembly.Instance;
  try {
    instance = await WebAssembly.instantiate(await compile(), go.importObject);
  } catch (error) {
    throw toFailure(error, "wasm");
  }
  return new Promise<Instance>((resolve, reject) => {
    globals.unspoolHost = {
      read,
      ready: (api) => resolve({ api, memory: () => sizeOf(instance), stopped: () => ended }),
    };
    go.run(instance).then(
      () => reject((ended ??= failure("crashed", lastWord(last)))),
      (error: unknown) => reject((ended ??= failure("crashed", reason(error)))),
    );
  });
}

function sizeOf(instance: WebAssembly.Instance): number {
  const { mem } = instance.exports;
  return mem instanceof WebAssembly.Memory ? mem.buffer.byteLength : 0;
}

/** The line in which Go says why it stops comes first, a stack trace after it. */
function lastWord(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.find((line) => /^(fatal error|panic|runtime):? /.test(line)) ?? lines.find((line) => line !== "") ?? "";
}

/**
 * The wasm is stored gzipped, but some servers inflate it on the way, so its
 * first bytes decide.
 */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmURL);
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
