import type { ListElement } from "../../list/conversation-list";
import type { SessionInfo } from "../../parser/model";
import { reportUnlessParserLoss } from "../../parser/parser-loss";
import type { SessionLoader } from "../../session/session-loader";
import type { RowContext } from "../../rows/context";
import type { SuspendController } from "./suspend-controller";

/** The element that shows the record. */
interface RecordHost extends Element {
  readonly at: string;
  readonly loader: SessionLoader<RowContext>;
  readonly sessions: readonly SessionInfo[];
  readonly updateComplete: Promise<unknown>;
  list(): ListElement | undefined;
  present(session: number | undefined): void;
}

/** Goes to the record of the attribute `at` as soon as it is there, unless the user has interacted with the element. */
export class InitialRecord {
  readonly #host: RecordHost;
  readonly #suspension: SuspendController;
  #shown = ""; // the value of `at` whose record was shown
  #isShowing = false;
  readonly #searched = new Set<number>(); // sessions that did not contain it in what was read so far

  constructor(host: RecordHost, suspension: SuspendController) {
    this.#host = host;
    this.#suspension = suspension;
  }

  get wasShown(): boolean {
    return this.#shown !== "";
  }

  /** Looks for the record again: it is another one, or something else is read. */
  reset(): void {
    this.#shown = "";
    this.#searched.clear();
  }

  /** Looks into all sessions again. */
  searchAgain(): void {
    this.#searched.clear();
  }

  async show(): Promise<void> {
    const { at } = this.#host;
    if (at === "" || at === this.#shown || this.#suspension.hasInteraction || this.#isShowing) return;
    this.#isShowing = true;
    const stage = this.#suspension.stage;
    try {
      // While reading, only the session on the screen and new ones are searched.
      if ((await this.goTo(at, stage === "reading" ? this.#searched : undefined)) && this.#host.at === at)
        this.#shown = at;
    } catch (error) {
      reportUnlessParserLoss(error);
    } finally {
      this.#isShowing = false;
    }
    if (this.#host.at !== at || this.#suspension.stage !== stage) void this.show();
  }

  /** Shows the row of a record in any session but the searched ones; resolves to false if there is none. */
  async goTo(uuid: string, searched?: Set<number>): Promise<boolean> {
    const host = this.#host;
    const { loader } = host;
    const { api } = loader;
    const shown = loader.session;
    if (api === undefined || uuid === "") return false;
    const sessions = new Set([shown ?? 0, ...host.sessions.map((info) => info.index)]);
    for (const session of sessions) {
      if (session !== shown && searched?.has(session) === true) continue;
      const index = await api.query("find", { session, address: uuid });
      if (api !== loader.api) return false; // something else was loaded meanwhile
      if (index === null) {
        searched?.add(session);
        continue;
      }
      if (shown !== session) host.present(session);
      await host.updateComplete;
      if (!host.isConnected) {
        this.#suspension.position = { session, scrollPosition: { name: uuid, offset: 0 } };
        return true;
      }
      const conversation = loader.shown?.conversation;
      const list = host.list();
      if (conversation?.session !== session || list === undefined) return false;
      await conversation.resolveIndex(Promise.resolve(index));
      if (!(await list.goTo(index, "start", host.matches(":focus-within")))) return false;
      const row = conversation.row(index);
      if (row === undefined) return false; // rows moved meanwhile
      list.marked = row.key;
      return true;
    }
    return false;
  }
}
