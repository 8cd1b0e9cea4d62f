import type { ParserApi } from "../../parser/protocol";
import type { Entry, Outline } from "../../parser/model";

const PAGE = 100;

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

  /** Whether any entries were loaded; there may be none. */
  get loaded(): boolean {
    return this.#revision >= 0;
  }

  /**
   * Loads the current entries; until it has ended, and if it fails, the previous ones stay. Entries before the last
   * turn are unchanged, unless the revision is another one.
   */
  async load(signal: AbortSignal): Promise<void> {
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
      if (signal.aborted) return;
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
        this.#changed();
      }
      if (ended) return;
    }
  }
}
