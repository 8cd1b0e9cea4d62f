// The worker around the parser. Everything else is in parser.ts, which runs
// without a worker too.

import { expose, transfer } from "comlink";
import { Parser } from "./parser";
import type { Picture } from "./protocol";
import { startParser } from "./wasm";

/** What the page finds on the other side. */
export interface WorkerApi extends Parser {
  /** Answers as long as the worker is alive. */
  ping(): void;
}

class WorkerParser extends Parser implements WorkerApi {
  ping(): void {
    // Being answered is all it is for.
  }

  override async raw(file: number, offset: number, length: number): Promise<Uint8Array> {
    const bytes = await super.raw(file, offset, length);
    return transfer(bytes, [bytes.buffer]);
  }

  override async image(file: number, offset: number, length: number): Promise<Picture> {
    const picture = await super.image(file, offset, length);
    return transfer(picture, [picture.bytes.buffer]);
  }
}

const reader = new FileReaderSync();

expose(
  new WorkerParser({
    start: startParser,
    readSync: (blob) => new Uint8Array(reader.readAsArrayBuffer(blob)),
  }),
);
