// The script of the parser, for a worker and for pages that refuse workers. Everything else is in parser.ts.

import { expose, transfer } from "comlink";
import { Parser } from "./parser";
import type { ByteRange, Picture, Source } from "../protocol";
import { type ReadInPage, PageBlob, syncReader } from "./page-blob";
import { startParser } from "../wasm/wasm";

/** The interface of the worker for the page. */
export interface WorkerApi extends Parser {
  /**
   * Starts it with the compiled wasm, or its address, and with what reads a blob in the page; earlier requests wait for
   * this.
   */
  begin(wasm: WebAssembly.Module | string, read: ReadInPage): void;
  /** Replies as long as the worker is alive. */
  ping(): void;
}

class WorkerParser extends Parser implements WorkerApi {
  readonly begin: WorkerApi["begin"];
  readonly #wrap: (sources: readonly Source[]) => readonly Source[];

  constructor() {
    let begin: WorkerApi["begin"] = () => undefined;
    const begun = new Promise<readonly [WebAssembly.Module | string, ReadInPage]>(
      (resolve) => (begin = (...args) => resolve(args)),
    );
    const readBlob = syncReader();
    super({
      start: async (read) => startParser((await begun)[0], read),
      readSync: readBlob && ((file) => (file.readSync ? new Uint8Array(file.readSync()) : readBlob(file as Blob))),
    });
    this.begin = begin;
    const read: ReadInPage = async (blob) => (await begun)[1](blob);
    const isWorker = typeof WorkerGlobalScope === "function";
    this.#wrap = (sources) =>
      isWorker && readBlob === undefined
        ? sources.map(({ blob, ...source }) => ({
            ...source,
            blob: blob instanceof Blob ? new PageBlob(blob, read) : blob,
          }))
        : sources;
  }

  ping(): void {
    // A reply is all that a ping needs.
  }

  override async load(...[sources, onProgress]: Parameters<Parser["load"]>): ReturnType<Parser["load"]> {
    return super.load(this.#wrap(await revived(sources)), onProgress);
  }

  override async follow(sources: readonly Source[]): Promise<void> {
    return super.follow(this.#wrap(await revived(sources)));
  }

  override async peek(sources: readonly Source[]): ReturnType<Parser["peek"]> {
    return super.peek(this.#wrap(await revived(sources)));
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

/** Restores the files of a server, of which only the fields were sent to the worker. */
async function revived(sources: readonly Source[]): Promise<readonly Source[]> {
  return sources.some(({ blob }) => "url" in blob) ? (await import("../served-file")).revived(sources) : sources;
}

/** Returns a function that ends it. */
export function serve(port?: MessagePort): () => void {
  const parser = new WorkerParser();
  expose(parser, port); // without a port, replies go to the creator of the worker
  return () => void parser.cancel();
}

if (typeof WorkerGlobalScope === "function") {
  serve();
  // The image ends with the worker, which is how the page notices that. Pages without an origin may not show it.
  const image = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: "image/svg+xml" });
  self.postMessage(self.origin === "null" ? "" : URL.createObjectURL(image));
}
