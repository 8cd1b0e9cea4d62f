import type { Moment } from "../../parser/model";
import type { ParserApi } from "../../parser/protocol";
import { ignoreParserLoss } from "../../parser/parser-loss";

const MAX_ENTRIES = 400;

/** Loads the descriptions of entries one by one when they are needed. */
export class Moments {
  readonly #api: ParserApi;
  readonly #session: number;
  readonly #built: number;
  readonly #arrived: () => void;
  readonly #known = new Map<number, Moment | undefined>(); // undefined: loading

  constructor(api: ParserApi, session: number, built: number, arrived: () => void) {
    this.#api = api;
    this.#session = session;
    this.#built = built;
    this.#arrived = arrived;
  }

  /** Returns what is known about an entry; `arrived` is called when there is more. */
  get(entry: number): Moment | undefined {
    if (!this.#known.has(entry)) void this.ask(entry);
    return this.#known.get(entry);
  }

  async ask(entry: number): Promise<Moment | undefined> {
    const known = this.#known.get(entry);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    this.#known.set(entry, undefined);
    const request = { session: this.#session, built: this.#built, from: entry, count: 1 };
    const [moment] = (await ignoreParserLoss(this.#api.query("timelineMoments", request))) ?? [];
    if (moment === undefined) {
      this.#known.delete(entry); // allows another request
      return undefined;
    }
    this.#known.set(entry, moment);
    this.#arrived();
    return moment;
  }
}
