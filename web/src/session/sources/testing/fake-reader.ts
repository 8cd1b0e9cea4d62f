import type { ParserApi, Source } from "../../../parser/protocol";
import { info } from "../../../parser/testing/sessions";

/** A parser that has read bytes of files. The ID of a session is the first word of its main file. */
export class FakeReader {
  readonly followed: (readonly string[])[] = []; // the paths of each call
  readonly compared: number[] = []; // the lengths of the bytes that were requested
  listings = 0; // how often the files were requested
  /** Returns what is read of a file that now has a text. */
  reads: (text: string) => string = (text) => text;
  readonly #texts: Map<string, string>; // by path

  constructor(texts: Readonly<Record<string, string>>) {
    this.#texts = new Map(Object.entries(texts));
  }

  get api(): ParserApi {
    const own: Partial<ParserApi> = {
      files: async () => {
        this.listings++;
        return [...this.#texts].map(([path, { length: size }], file) => ({
          file,
          path,
          size,
          shared: false,
          notTranscript: false,
        }));
      },
      raw: async ({ file, offset, length }) => {
        this.compared.push(length);
        const text = [...this.#texts.values()][file] ?? "";
        return new TextEncoder().encode(text.slice(offset, offset + length));
      },
      sessions: async () => [...this.#texts.values()].map((text, file) => info({ file, index: file, id: idOf(text) })),
      peek: (sources) =>
        Promise.all(
          sources.map(async ({ blob }) => ({
            info: info({ id: idOf(await textOf(blob)) }),
            listed: true,
            relationKeys: "",
          })),
        ),
      follow: async (sources) => {
        this.followed.push(sources.map(({ path }) => path));
        for (const { path, blob } of sources) this.#texts.set(path, this.reads(await textOf(blob)));
      },
    };
    return own as ParserApi;
  }

  /** Returns what was read of a file. */
  textAt(path: string): string | undefined {
    return this.#texts.get(path);
  }
}

async function textOf(blob: Source["blob"]): Promise<string> {
  return new TextDecoder().decode(await blob.arrayBuffer());
}

function idOf(text: string): string {
  return text.split(" ", 1).join();
}
