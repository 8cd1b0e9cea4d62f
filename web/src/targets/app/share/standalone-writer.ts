// Creates standalone pages, which targets/standalone reads.
import { encode, GROUP_BYTES } from "../../../base/base64";
import { strings } from "./strings";
import { settled } from "../../../base/report-error";
import { failure } from "../../../parser/failure";

/** The line before the files. */
export interface StandaloneHeader {
  readonly v: 1;
  readonly at: string; // uuid of the current record, "" at the start
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const PIECE = 256 << 10; // bytes read at a time: compressing a piece blocks the page

/** Bytes of a file, in pieces. */
export interface Part {
  readonly path: string;
  readonly size: number;
  readonly shared: boolean; // whether it contains sessions that were not requested
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

export interface Packing {
  readonly at: string; // uuid of the current record
  readonly maxLength: number; // characters
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Returns the files as the text in the page, or undefined if it is too long. */
export async function pack(
  files: readonly Part[],
  { at, maxLength: most, signal, onProgress }: Packing,
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

/** Yields a line about the files, and then their bytes one after the other. */
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

/** Returns the source of a standalone page with files and a title, or undefined if `page` is not such a source. */
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
