// The script of the parser, for a worker and for pages that refuse workers. Everything else is in parser.ts.

import { expose, transfer } from "comlink";
import { Parser } from "./parser";
import type { ByteRange, Picture } from "../protocol";
import { startParser } from "../wasm/wasm";
import { settled } from "../../base/report-error";

/** The interface of the worker for the page. */
export interface WorkerApi extends Parser {
  /** Starts it with the compiled wasm, or its address; earlier requests wait for this. */
  begin(wasm: WebAssembly.Module | string): void;
  /** Takes a lock until `release`; returns false if there are no locks. */
  hold(name: string): Promise<boolean>;
  release(): void;
  /** Replies as long as the worker is alive. */
  ping(): void;
}

class WorkerParser extends Parser implements WorkerApi {
  readonly begin: (wasm: WebAssembly.Module | string) => void;
  release: () => void = () => undefined;

  constructor() {
    let begin: (wasm: WebAssembly.Module | string) => void = () => undefined;
    const wasm = new Promise<WebAssembly.Module | string>((resolve) => (begin = resolve));
    // Only workers can read a blob synchronously.
    const reader = typeof FileReaderSync === "function" ? new FileReaderSync() : undefined;
    super({
      start: async (read) => startParser(await wasm, read),
      readSync: reader && ((blob) => new Uint8Array(reader.readAsArrayBuffer(blob))),
    });
    this.begin = begin;
  }

  async hold(name: string): Promise<boolean> {
    // In the page, the lock would outlive the parser.
    if (typeof WorkerGlobalScope !== "function") return false;
    const over = new AbortController();
    const { signal } = over;
    this.release = () => over.abort();
    return new Promise((resolve) => {
      const untilReleased = (): Promise<void> => {
        resolve(true);
        return new Promise((released) => signal.addEventListener("abort", () => released()));
      };
      // There are no locks on plain http, and a page without an origin may not use them.
      const request = async (): Promise<void> => navigator.locks.request(name, { signal }, untilReleased);
      void settled(request()).then(() => resolve(false));
    });
  }

  ping(): void {
    // A reply is all that a ping needs.
  }

  override async raw(range: ByteRange): Promise<Uint8Array> {
    const bytes = await super.raw(range);
    return transfer(bytes, [bytes.buffer]);
  }

  override async image(range: ByteRange): Promise<Picture> {
    const picture = await super.image(range);
    return transfer(picture, [picture.bytes.buffer]);
  }
}

/** Returns a function that ends it. */
export function serve(port?: MessagePort): () => void {
  const parser = new WorkerParser();
  expose(parser, port); // without a port, replies go to the creator of the worker
  return () => void parser.cancel();
}

if (typeof WorkerGlobalScope === "function") {
  serve();
  self.postMessage("here");
}
