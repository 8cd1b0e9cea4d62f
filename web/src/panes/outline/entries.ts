import type { ParserApi } from "../../parser/protocol";
import type { Entry, Outline } from "../../parser/model";
import { ignoreParserLoss } from "../../parser/parser-loss";

const PAGE = 100;
/**
 * The interval between two updates for a file that is being read, in ms, and its minimum as a multiple of the last
 * update's duration.
 */
const MIN_PAUSE = 600;
const PAUSE = 8;

/** The outline of one session, which is loaded in pages and grows while the session is read. */
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

  /** The totals of the session. */
  get all(): Omit<Outline, "entries"> {
    return this.#page;
  }

  /** Reports whether all current entries are loaded. */
  get whole(): boolean {
    return !this.#loading && this.#revision >= 0;
  }

  dispose(): void {
    this.#gone = true;
    clearTimeout(this.#timer);
  }

  /** Called when more was read, or the filter changed. Updates that would come too soon are delayed. */
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
    await ignoreParserLoss(this.#take()); // the previous entries stay
    this.#loading = false;
    this.#took = performance.now() - began;
    if (this.#gone) return;
    this.#changed();
    if (this.#again) this.follow();
  }

  /** Entries before the last turn are unchanged, unless the revision is another one. */
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
      // Existing entries stay until more of the new outline has arrived.
      if (ended || list.length > this.#list.length) {
        this.#list = list;
        if (!ended) this.#changed();
      }
      if (ended) return;
    }
  }
}
