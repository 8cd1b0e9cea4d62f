import type { LitElement } from "lit";
import { strings } from "./strings";
import {
  type ViewLocation,
  findSession,
  parseViewLocation,
  recordAddress,
  sourceIn,
  formatViewUrl,
} from "../../session/view-location";
import type { MoveHistory, SessionController, PaneViewer } from "../../panes/session-controller";
import { type ViewState, typedNames } from "../../session/view-state";
import type { WatchedViewer } from "../live/file-watcher";
import { ignoreParserLoss, reportUnlessParserLoss } from "../../parser/parser-loss";

const WRITE_INTERVAL = 400; // ms: browsers reject addresses that change too often
const ROWS_ABOVE = 20; // rows above the current one that are searched for one with an address

/** The parts of the viewer that its address depends on. */
type UrlSyncedViewer = Pick<PaneViewer, "sessions" | "busy" | "linkTo" | "list" | "present" | "announce"> &
  Pick<WatchedViewer, "api">;

/** A target that is in none of the files yet. Its state is undefined if it was already applied to a session. */
type MissingTarget = Pick<ViewLocation, "session" | "at"> & { readonly state: ViewState | undefined };

/** The part of the pane manager that the address controls. */
interface ControllerOwner {
  readonly controller: SessionController | undefined;
}

/**
 * Keeps the page's address and the view state in sync, for a viewer that fills its page. Deliberate moves of the user
 * become entries of the browser's history; typing and scrolling only update the current entry.
 *
 * The state in an address is applied twice: to the session as soon as its first rows are shown (`initialState`), and
 * with its record once all files are read (`#applyTarget`), since that record may be in the last one.
 */
export class UrlSync implements MoveHistory {
  readonly #element: LitElement;
  readonly #viewer: UrlSyncedViewer;
  readonly #owner: ControllerOwner;
  #target: ViewLocation | undefined = parseViewLocation(location.hash); // until it is reached
  #isReapplying = false; // something else was shown before
  #missing: MissingTarget | undefined; // it may be in files that are opened later
  #written: ViewState = {}; // as last written
  #activeMoves = 0; // moves in progress
  #applying = false; // while the viewer is moving to the address
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: LitElement, viewer: UrlSyncedViewer, owner: ControllerOwner) {
    this.#element = element;
    this.#viewer = viewer;
    this.#owner = owner;
    queueMicrotask(() => void this.#applyTarget()); // for files that were read before this code was loaded
  }

  /** Follows the viewer and the address until the returned function is called. */
  listen(): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    this.#element.addEventListener("unspool-ready", () => void this.#applyTarget(), { signal });
    this.#element.addEventListener("unspool-show", () => this.#onShow(), { signal });
    this.#element.addEventListener("unspool-view-state", () => this.#onViewState(), { signal });
    window.addEventListener("popstate", () => void this.#onPopState(), { signal });
    window.addEventListener("pagehide", () => this.#write(false), { signal });
    return () => {
      listening.abort();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Returns the initial view state of a session that is shown for the first time. */
  initialState(session: string): ViewState {
    return this.#target !== undefined && (this.#target.session === "" || this.#target.session === session)
      ? this.#target.state
      : {};
  }

  beforeMove(): void {
    this.#write(false);
    this.#activeMoves++;
  }

  afterMove(isMatch: boolean): void {
    this.#activeMoves--;
    const query = isMatch ? this.#owner.controller?.state.q : undefined;
    const state: unknown = history.state;
    this.#write(query === undefined || state !== query, query);
  }

  /** The user moved in the conversation. */
  scheduleWrite(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#write(false);
    }, WRITE_INTERVAL);
  }

  #onViewState(): void {
    const state = this.#owner.controller?.state ?? {};
    if (this.#target !== undefined) this.#target = { ...this.#target, state }; // the user's own change is the later one
    const names = new Set([...Object.keys(state), ...Object.keys(this.#written)]);
    const changed = [...names].filter((name) => part(state, name) !== part(this.#written, name));
    this.#write(changed.some((name) => !typedNames.includes(name)));
  }

  /** Another session, or the list of sessions, is shown. */
  #onShow(): void {
    if (this.#viewer.sessions.length < 2) return;
    if (this.#target === undefined) this.#write(true);
    else void this.#applyTarget();
  }

  // From the address to the viewer

  /** The user went to another history entry or edited the address. */
  async #onPopState(): Promise<void> {
    this.#target = parseViewLocation(location.hash);
    this.#isReapplying = true;
    if (this.#isSource(sourceIn(location.hash)) && this.#viewer.sessions.length > 0) await this.#applyTarget();
  }

  /** Goes to the target of the address once everything is read. */
  async #applyTarget(): Promise<void> {
    if (this.#viewer.sessions.length === 0 || this.#viewer.busy || this.#applying) return;
    this.#applying = true;
    try {
      let target: ViewLocation | undefined;
      do {
        const { session = "", at = "", state = this.#owner.controller?.state ?? {} } = this.#missing ?? {};
        target = this.#target ?? { session, at, state };
        await this.#goTo(target, this.#isReapplying);
      } while (this.#target !== undefined && this.#target !== target); // the address changed meanwhile
      this.#target = undefined;
      this.#isReapplying = false;
    } catch (error) {
      reportUnlessParserLoss(error);
      // If files are being reloaded, the address is reached afterwards; otherwise it follows the user again.
      if (!this.#viewer.busy) {
        this.#target = undefined;
        this.#isReapplying = false;
      }
      return;
    } finally {
      this.#applying = false;
    }
    this.#write(false);
  }

  async #goTo(target: ViewLocation, isReapplying: boolean): Promise<void> {
    const { session, at, state } = target;
    const index = await this.#sessionOf(target);
    if (index === undefined && (session !== "" || at !== "")) return this.#onMissing(target);
    await this.#toSession(index, isReapplying);
    const { controller } = this.#owner;
    if (controller !== undefined) {
      controller.restoreState(state);
      await controller.filtering.whenApplied;
      if (!(await this.#toRecord(controller, at, isReapplying))) return this.#onMissing({ session, at });
    }
    this.#missing = undefined;
  }

  /** Says what the address needs, once for each target, and waits for files that contain it. */
  #onMissing({ session, at, state }: Pick<ViewLocation, "session" | "at"> & { readonly state?: ViewState }): void {
    const isKnown = this.#missing?.session === session && this.#missing.at === at;
    this.#missing = { session, at, state };
    if (isKnown) return;
    const isLoaded = session === "" || this.#viewer.sessions.some(({ id }) => id === session);
    this.#viewer.announce(isLoaded ? strings.messageGone : strings.sessionMissing(session));
  }

  /** Returns the session of a target; undefined if there is none, and for the list of sessions. */
  async #sessionOf(target: ViewLocation): Promise<number | undefined> {
    const { api, sessions } = this.#viewer;
    const current = this.#owner.controller?.session;
    // In the only session the record is looked up later, when the filters of the address are applied.
    if (target.session === "" && target.at !== "" && sessions.length === 1) return current;
    const currentFirst = [...sessions].sort((a, b) => Number(b.index === current) - Number(a.index === current));
    const found = await findSession(target, currentFirst, async (session, address) => {
      const row = await ignoreParserLoss(api?.query("find", { session, address }) ?? Promise.resolve(null));
      return row != null;
    });
    // A record that is filtered out has no row: the nearest one is shown.
    return found ?? (target.session === "" && target.at !== "" ? current : undefined);
  }

  /** Shows a session or, if it is undefined, the list of sessions. */
  async #toSession(index: number | undefined, isReapplying: boolean): Promise<void> {
    const sessions = this.#viewer.sessions;
    if (sessions.length < 2 || index === this.#owner.controller?.session || (index === undefined && !isReapplying))
      return;
    this.#viewer.present(index);
    await this.#element.updateComplete;
  }

  /** Goes to a record or back to the beginning; returns false if there is no such record. */
  async #toRecord(controller: SessionController, at: string, isReapplying: boolean): Promise<boolean> {
    if (at === this.#at(controller)) return true;
    if (at !== "") return controller.goToRow(at);
    const list = this.#viewer.list();
    if (isReapplying && list?.context === controller.context) await list.edge(false);
    return true;
  }

  // From the viewer to the address

  #at(controller: SessionController): string {
    const { conversation } = controller.context;
    const list = this.#viewer.list();
    const read = list?.context === controller.context ? list.visibleCurrentIndex() : 0;
    for (let index = read; index > Math.max(0, read - ROWS_ABOVE); index--) {
      const address = recordAddress(conversation.row(index)?.key ?? "");
      if (address !== "") return address;
    }
    return "";
  }

  /** Reports whether the files on the screen came from this source. */
  #isSource(written: string): boolean {
    const source = sourceIn(this.#viewer.linkTo?.("", "") ?? "");
    return (
      written === source ||
      (written !== "" && URL.canParse(written, document.baseURI) && new URL(written, document.baseURI).href === source)
    );
  }

  /**
   * Writes the address. `words` is the query that the user came from: it is stored in the history entry, so that the
   * next match of the same query replaces the entry.
   */
  #write(step: boolean, words?: string): void {
    const link = this.#viewer.linkTo;
    const sessions = this.#viewer.sessions;
    const { controller } = this.#owner;
    if (
      link === undefined ||
      sessions.length === 0 ||
      this.#target !== undefined ||
      this.#applying ||
      this.#activeMoves > 0 ||
      this.#viewer.busy
    )
      return;
    const source = sourceIn(location.hash);
    if (source !== "" && !this.#isSource(source)) return; // another session, which the page is about to open
    this.#written = controller?.state ?? {};
    // The source of the session stays as it was written.
    const url = formatViewUrl(source === "" ? link("", "") : location.href, {
      session: controller?.info?.id ?? "",
      at: controller === undefined ? "" : this.#at(controller),
      state: this.#written,
    });
    if (url === location.href) return;
    try {
      if (step) history.pushState(words ?? null, "", url);
      else history.replaceState(history.state, "", url);
    } catch {
      return; // the browser allows no other address here, or no more of them
    }
  }
}

function part(state: Readonly<Record<string, string | undefined>>, name: string): string {
  return state[name] ?? "";
}
