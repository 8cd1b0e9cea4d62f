import type { ParserApi } from "../../parser/protocol";
import type { Entry, Outline } from "../../parser/model";
import { ignoreParserGone } from "../../parser/parser-gone";

const PAGE = 100;
/** Between two looks at a file that is being read, in ms; and so many times what the last look took. */
const MIN_PAUSE = 600;
const PAUSE = 8;

/** The outline of one session, which comes in pages and goes on while the session is read. */
export class OutlineEntries {
  readonly #api: ParserApi;
  readonly #session: number;
  readonly #changed: () => void;
  #list: readonly Entry[] = [];
  #revision = -1;
  #page: Omit<Outline, "entries"> = {
    from: 0,
    total: 0,
    revision: 0,
    prompts: 0,
    events: 0,
    agents: 0,
    missing: 0,
    maxCost: 0,
  };
  #loading = false;
  #again = false;
  #gone = false;
  #took = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ParserApi, session: number, changed: () => void) {
    this.#api = api;
    this.#session = session;
    this.#changed = changed;
  }

  get list(): readonly Entry[] {
    return this.#list;
  }

  /** What is told of all of it. */
  get all(): Omit<Outline, "entries"> {
    return this.#page;
  }

  /** Whether all was taken that there is for now. */
  get whole(): boolean {
    return !this.#loading && this.#revision >= 0;
  }

  dispose(): void {
    this.#gone = true;
    clearTimeout(this.#timer);
  }

  /** More was read, or something else is shown of it. Looks that come too soon are made a little later. */
  follow(): void {
    if (this.#loading) this.#again = true;
    else if (this.#revision < 0) void this.#load();
    else this.#timer ??= setTimeout(() => void this.#load(), Math.max(MIN_PAUSE, PAUSE * this.#took));
  }

  async #load(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#loading = true;
    this.#again = false;
    const began = performance.now();
    await ignoreParserGone(this.#take()); // what came before stays
    this.#loading = false;
    this.#took = performance.now() - began;
    if (this.#gone) return;
    this.#changed();
    if (this.#again) this.follow();
  }

  /** What stands before the last turn is as it was, unless the revision says otherwise. */
  async #take(): Promise<void> {
    let list = this.#list.slice(
      0,
      Math.max(
        0,
        this.#list.findLastIndex(({ kind }) => kind === "turn"),
      ),
    );
    for (;;) {
      const page = await this.#api.query("outline", {
        session: this.#session,
        from: list.length,
        count: PAGE,
      });
      if (this.#gone) return;
      if (page.revision !== this.#revision) {
        this.#revision = page.revision;
        if (page.from > 0) {
          list = [];
          continue;
        }
      }
      list = [...list.slice(0, page.from), ...(page.entries ?? [])];
      this.#page = page;
      const ended = list.length >= page.total || (page.entries ?? []).length === 0;
      // What is there already is not taken away for the first pages of its successor.
      if (ended || list.length > this.#list.length) {
        this.#list = list;
        if (!ended) this.#changed();
      }
      if (ended) return;
    }
  }
}
