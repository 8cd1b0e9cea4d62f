// Makes the page of one file with files in it: web/src/onefile reads it.
import { encode, GROUP_BYTES } from "../../base/base64";
import { strings } from "./save-strings";
import { settled } from "../../base/report-error";
import { failure } from "../../parser/failure";

/** The line before the files. */
export interface StandaloneHeader {
  readonly v: 1;
  readonly at: string; // uuid of the record where the reader was, "" at the start
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const PIECE = 256 << 10; // bytes that are read at a time: they are compressed in one go, in which the page stands still

/** Bytes of a file, some at a time. */
export interface Part {
  readonly path: string;
  readonly size: number;
  readonly shared: boolean; // it holds sessions that were not asked for
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

export interface Packing {
  readonly at: string; // uuid of the record where the reader is
  readonly most: number; // characters
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** The files as the text that stands in the page; undefined if it becomes too long. */
export async function pack(
  files: readonly Part[],
  { at, most, signal, onProgress }: Packing,
): Promise<Blob | undefined> {
  const header: StandaloneHeader = { v: 1, at, files: files.map(({ path, size }) => ({ path, size })) };
  const bytes = streamed(contents(JSON.stringify(header), files, onProgress));
  const text: Blob[] = [];
  let length = 0;
  let pending = new Uint8Array(); // less than a group
  const add = (piece: Uint8Array): void => {
    const coded = new Blob([encode(piece)]);
    text.push(coded);
    length += coded.size;
  };
  const reader = bytes.pipeThrough(new CompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (length > most) return undefined;
      if (done) break;
      const joined = new Uint8Array(pending.length + value.length);
      joined.set(pending);
      joined.set(value, pending.length);
      const whole = joined.length - (joined.length % GROUP_BYTES);
      pending = joined.slice(whole);
      if (whole > 0) add(joined.subarray(0, whole));
    }
    add(pending);
  } finally {
    void settled(reader.cancel());
  }
  return new Blob(text);
}

function streamed(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** One line about the files, and then their bytes one after the other. */
async function* contents(
  header: string,
  files: readonly Part[],
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield new TextEncoder().encode(`${header}\n`);
  let done = 0;
  for (const { size, read } of files) {
    for (let offset = 0; offset < size;) {
      const piece = await read(offset, Math.min(PIECE, size - offset));
      if (piece.length === 0) throw failure("cut", strings.changed);
      offset += piece.length;
      done += piece.length;
      onProgress(done);
      yield piece as Uint8Array<ArrayBuffer>;
    }
  }
}

/** The source of the page with files in it and a title of its own; undefined if it is not such a source. */
export function compose(page: string, title: string, files: Blob): Blob | undefined {
  const end = page.lastIndexOf("</body>");
  const titled = /<title>[^<]*<\/title>/.exec(page);
  if (end < 0 || titled === null || !page.includes('id="app.js.gz"')) return undefined;
  const after = titled.index + titled[0].length;
  return new Blob(
    [
      page.slice(0, titled.index),
      `<title>${escaped(title)}</title>`,
      page.slice(after, end),
      '<script type="application/gzip" id="session.gz">',
      files,
      "</script>\n",
      page.slice(end),
    ],
    { type: "text/html" },
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
