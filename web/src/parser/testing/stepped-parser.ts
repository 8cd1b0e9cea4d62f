import type { ParserHandle } from "../client";
import type { SessionInfo } from "../model";
import type { Numbered } from "../pool/work-distribution";
import { type Failure, type FileRead, type LoadResult, NOTHING_LOADED, type ParserApi, answering } from "../protocol";
import { info } from "./sessions";

/** A fake parser that reads a file when the test says so. Its sessions are the main files, in reading order. */
export class SteppedParser {
  readonly read: Numbered[] = [];
  readonly #missed: Failure[] = [];
  #left: Numbered[] = [];
  #begun: (() => void)[] = [];
  #end: (why: Failure | undefined) => void = () => undefined;
  #done: () => void = () => undefined;
  #fail: (why: Failure) => void = () => undefined;
  readonly stopped = new Promise<Failure | undefined>((resolve) => (this.#end = resolve));
  terminated = false;

  get handle(): ParserHandle {
    const fileRead = (file: number): FileRead => ({ file, path: "", size: 1, shared: false, notTranscript: false });
    const api: Partial<ParserApi> = {
      peek: async (files) =>
        files.map(({ path, blob: { size } }) => ({
          listed: !path.includes("empty"),
          relationKeys: `tie of ${path}`,
          info: info({
            id: path,
            title: `preview of ${path}`,
            state: "waiting",
            bytes: size,
            end: Number(/\d+/.exec(path)?.[0]),
          }),
        })),
      load: (sources, onProgress) => {
        this.#left = sources.filter((source): source is Numbered => source.number !== undefined);
        return new Promise<LoadResult>((resolve, reject) => {
          this.#done = () => (
            onProgress({ bytes: 0, total: 0, files: 0, sessions: 0, rows: 0, done: true }),
            resolve({ ...NOTHING_LOADED, missed: this.#missed, sessions: this.#infos() })
          );
          this.#fail = reject;
        });
      },
      prefer: (preferred) =>
        new Promise((begun) => {
          const first = this.#left.filter(({ number }) => preferred.includes(number));
          this.#left = [...first, ...this.#left.filter((one) => !first.includes(one))];
          if (first.length === 0) begun();
          else this.#begun.push(begun);
        }),
      sessions: async () => this.#infos(),
      query: answering(
        { rows: async ({ session, from }) => ({ from, total: session, revision: 0, rows: null, missed: false }) },
        () => Promise.reject(new Error("not to be asked")),
      ),
      files: async (session) =>
        (session < 0 ? this.read : this.#sessions().slice(session, session + 1)).map(({ number }) => fileRead(number)),
      raw: async ({ file }) => new Uint8Array([file, this.read.some(({ number }) => number === file) ? 1 : 0]),
      follow: async (sources) =>
        void this.read.push(...sources.filter((source): source is Numbered => source.number !== undefined)),
      cancel: async () => undefined,
    };
    return { api: api as ParserApi, stopped: this.stopped, terminate: () => void (this.terminated = true) };
  }

  /** Whether files are left to read. */
  get pending(): boolean {
    return this.#left.length > 0;
  }

  #infos(): readonly SessionInfo[] {
    return this.#sessions().map(({ number, path }, index) =>
      info({
        index,
        file: number,
        id: path,
        title: `all of ${path}`,
        turns: 7,
        links: [{ kind: "continues", id: "", index: 0, title: "", at: "" }],
      }),
    );
  }

  #sessions(): readonly Numbered[] {
    return this.read.filter(({ path }) => /\d\.jsonl$/.test(path));
  }

  /** Reads the next file, or all. */
  step(): void {
    const next = this.#left.shift();
    if (next !== undefined) this.read.push(next);
    for (const begun of this.#begun.splice(0)) begun();
  }

  /** Fails to read the next file. */
  skip(): void {
    const next = this.#left.shift();
    if (next !== undefined) this.#missed.push({ code: "unreadable", detail: "changed", path: next.path });
  }

  finish(): void {
    while (this.#left.length > 0) this.step();
    this.#done();
  }

  die(why: Failure): void {
    this.#fail(why);
    this.#end(why);
  }
}
