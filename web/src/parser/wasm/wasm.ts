import { type GoFiles, loadGo } from "unspool:wasm-exec";
import { compile } from "./compile";
import { failure, reason, toFailure } from "../failure";
import type { Failure, WasmApi, WasmHost } from "../protocol";
import { reasons } from "../strings";

/** A running Go program. */
export interface Instance {
  readonly api: WasmApi;
  /** Bytes of its memory, which never shrinks. */
  readonly memory: () => number;
  /** The reason why it stopped, if it has. */
  readonly stopReason: () => Failure | undefined;
}

/** The global object for a Go program and its loader. Each program has its own, and changes nothing in the real one. */
interface GoScope {
  unspoolHost?: WasmHost;
}

/**
 * Starts the parser, and first compiles it if only an address is given. `read` must be synchronous. Rejects with a
 * Failure.
 */
export async function startParser(wasm: WebAssembly.Module | string, read: WasmHost["read"]): Promise<Instance> {
  let last = ""; // the last output of the program
  let stopReason: Failure | undefined;
  const decoder = new TextDecoder();
  const fs: GoFiles = {
    constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 },
    writeSync(_fd, bytes) {
      // The reason why it stopped comes first; the stack traces after it can be long.
      last = (last + decoder.decode(bytes)).slice(0, 2000);
      return bytes.byteLength;
    },
  };
  const scope = Object.create(globalThis, {
    fs: { value: fs },
    // The loader defines its own where these are missing. Those of the page or of Node are not for the program.
    process: { value: undefined, writable: true },
    path: { value: undefined, writable: true },
    // These work on the real global object only.
    crypto: { value: crypto },
    performance: { value: performance },
  }) as GoScope;
  const Go = loadGo(scope, fs);
  const go = new Go();
  go.exit = (code) => {
    const lastMessage = lastWord(last); // "out of memory", or "cannot allocate memory"
    stopReason = failure(
      "crashed",
      /(of|te) memory/.test(lastMessage) ? reasons.full(sizeOf(instance)) : lastMessage || reasons.exited(code),
    );
  };
  let instance: WebAssembly.Instance;
  try {
    instance = await WebAssembly.instantiate(typeof wasm === "string" ? await compile(wasm) : wasm, go.importObject);
  } catch (error) {
    throw toFailure(error, "wasm");
  }
  return new Promise<Instance>((resolve, reject) => {
    scope.unspoolHost = {
      read,
      ready: (api) => resolve({ api, memory: () => sizeOf(instance), stopReason: () => stopReason }),
    };
    go.run(instance).then(
      () => reject((stopReason ??= failure("crashed", lastWord(last)))),
      (error: unknown) => reject((stopReason ??= failure("crashed", reason(error)))),
    );
  });
}

function sizeOf(instance: WebAssembly.Instance): number {
  const { mem } = instance.exports;
  return mem instanceof WebAssembly.Memory ? mem.buffer.byteLength : 0;
}

/** Go prints the reason why it stops first, then a stack trace. */
function lastWord(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.find((line) => /^(fatal error|panic|runtime):? /.test(line)) ?? lines.find((line) => line !== "") ?? "";
}
