import type { LitElement } from "lit";
import { strings } from "./strings";
import { type ViewAddress, readPlace, recordIn, sourceIn, writePlace } from "../../session/view-address";
import type { MoveHistory, SessionController, ViewerHost } from "../../panes/session-controller";
import { type ViewState, typedNames } from "../../session/view-state";
import { reportUnlessGone } from "../../parser/parser-gone";

const WRITTEN_EVERY = 400; // ms: browsers reject addresses that change too often
const NEAR = 20; // rows above the current one that are searched for one with an address

/** The part of the pane manager that the address controls. */
export interface Steered {
  readonly controller: SessionController | undefined;
}

/**
 * Keeps the page's address and the view state in sync, for a viewer that fills its page. Deliberate moves of the user
 * become entries of the browser's history; typing and scrolling only update the current entry.
 */
export class UrlSync implements MoveHistory {
  readonly #element: LitElement;
  readonly #viewer: ViewerHost;
  readonly #steered: Steered;
  #asked: ViewAddress | undefined = readPlace(location.hash); // until it is reached
  #again = false; // something else was shown before
  #missed = ""; // a requested record that is in none of the files yet; it may be in those still to come
  #look: ViewState = {}; // as last written
  #leading = 0; // moves in progress
  #following = false; // while the viewer is moving to the address
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: LitElement, viewer: ViewerHost, steered: Steered) {
    this.#element = element;
    this.#viewer = viewer;
    this.#steered = steered;
    queueMicrotask(() => void this.#reach()); // for files that were read before this code was loaded
  }

  /** Follows the viewer and the address until the returned function is called. */
  listen(): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    this.#element.addEventListener("unspool-ready", () => void this.#reach(), { signal });
    this.#element.addEventListener("unspool-show", () => this.#shown(), { signal });
    this.#element.addEventListener("unspool-look", () => this.#looked(), { signal });
    window.addEventListener("popstate", () => void this.#follow(), { signal });
    window.addEventListener("pagehide", () => this.#write(false), { signal });
    return () => {
      listening.abort();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Returns the initial view state of a session that is shown for the first time. */
  lookFor(session: string): ViewState {
    return this.#asked !== undefined && (this.#asked.session === "" || this.#asked.session === session)
      ? this.#asked.look
      : {};
  }

  leave(): void {
    this.#write(false);
    this.#leading++;
  }

  arrive(isMatch: boolean): void {
    this.#leading--;
    const words = isMatch ? this.#steered.controller?.look.q : undefined;
    const state: unknown = history.state;
    this.#write(words === undefined || state !== words, words);
  }

  /** The user moved in the conversation. */
  moved(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#write(false);
    }, WRITTEN_EVERY);
  }

  #looked(): void {
    const look = this.#steered.controller?.look ?? {};
    if (this.#asked !== undefined) this.#asked = { ...this.#asked, look }; // the user's own change is the later one
    const names = new Set([...Object.keys(look), ...Object.keys(this.#look)]);
    const changed = [...names].filter((name) => part(look, name) !== part(this.#look, name));
    this.#write(changed.some((name) => !typedNames.includes(name)));
  }

  /** Another session, or the list of sessions, is shown. */
  #shown(): void {
    if (this.#viewer.sessions().length < 2) return;
    if (this.#asked === undefined) this.#write(true);
    else void this.#reach({ step: true });
  }

  // From the address to the viewer

  /** The user went to another history entry or edited the address. */
  async #follow(): Promise<void> {
    this.#asked = readPlace(location.hash);
    this.#again = true;
    if (this.#isSource(sourceIn(location.hash)) && this.#viewer.sessions().length > 0) await this.#reach();
  }

  /**
   * Goes to what the address asks for once everything is read. With `step`, the result is a new history entry, because
   * a session was opened.
   */
  async #reach({ step = false } = {}): Promise<void> {
    if (this.#viewer.sessions().length === 0 || this.#viewer.busy() || this.#following) return;
    this.#following = true;
    try {
      let asked: ViewAddress | undefined;
      do {
        asked = this.#asked ?? { session: "", at: this.#missed, look: this.#steered.controller?.look ?? {} };
        if (!(await this.#to(asked, this.#again))) return;
      } while (this.#asked !== undefined && this.#asked !== asked); // the address changed meanwhile
      this.#asked = undefined;
      this.#again = false;
    } catch (error) {
      reportUnlessGone(error);
      // If files are being reloaded, the address is reached afterwards; otherwise it follows the user again.
      if (!this.#viewer.busy()) {
        this.#asked = undefined;
        this.#again = false;
      }
      return;
    } finally {
      this.#following = false;
    }
    this.#write(step);
  }

  /** Returns false if the target is in a session that still has to be chosen. */
  async #to(asked: ViewAddress, again: boolean): Promise<boolean> {
    await this.#toSession(asked, again);
    const { controller } = this.#steered;
    if (controller === undefined) return asked.at === "";
    controller.set(asked.look);
    await controller.filtering.settled;
    const there = await this.#toRecord(controller, asked.at, again);
    if (!there && asked.at !== this.#missed) this.#viewer.announce(strings.messageGone); // only once
    this.#missed = there ? "" : asked.at;
    return true;
  }

  /** Shows the requested session, or the list of sessions. */
  async #toSession({ session }: ViewAddress, again: boolean): Promise<void> {
    const sessions = this.#viewer.sessions();
    const index = sessions.find(({ id }) => id === session)?.index;
    if (sessions.length < 2 || index === this.#steered.controller?.session || (index === undefined && !again)) return;
    this.#viewer.present(index);
    await this.#element.updateComplete;
  }

  /** Goes to a record or back to the beginning; returns false if there is no such record. */
  async #toRecord(controller: SessionController, at: string, again: boolean): Promise<boolean> {
    if (at === this.#at(controller)) return true;
    if (at !== "") return controller.lead(at);
    const list = this.#viewer.list();
    if (again && list?.context === controller.context) await list.edge(false);
    return true;
  }

  // From the viewer to the address

  #at(controller: SessionController): string {
    const { conversation } = controller.context;
    const list = this.#viewer.list();
    const read = list?.context === controller.context ? list.readIndex() : 0;
    for (let index = read; index > Math.max(0, read - NEAR); index--) {
      const address = recordIn(conversation.row(index)?.key ?? "");
      if (address !== "") return address;
    }
    return "";
  }

  /** Reports whether the files on the screen came from this source. */
  #isSource(written: string): boolean {
    const source = sourceIn(this.#viewer.linkTo()?.("") ?? "");
    return (
      written === source ||
      (written !== "" && URL.canParse(written, document.baseURI) && new URL(written, document.baseURI).href === source)
    );
  }

  /**
   * Writes the address. `words` is the query that led here: it is stored in the history entry, so that the next match
   * of the same query replaces the entry.
   */
  #write(step: boolean, words?: string): void {
    const link = this.#viewer.linkTo();
    const sessions = this.#viewer.sessions();
    const { controller } = this.#steered;
    if (
      link === undefined ||
      sessions.length === 0 ||
      this.#asked !== undefined ||
      this.#following ||
      this.#leading > 0 ||
      this.#viewer.busy()
    )
      return;
    this.#look = controller?.look ?? {};
    // The source of the session stays as it was written.
    const address = writePlace(this.#isSource(sourceIn(location.hash)) ? location.href : link(""), {
      session: sessions.length > 1 ? (controller?.info?.id ?? "") : "",
      at: controller === undefined ? "" : this.#at(controller),
      look: this.#look,
    });
    if (address === location.href) return;
    try {
      if (step) history.pushState(words ?? null, "", address);
      else history.replaceState(history.state, "", address);
    } catch {
      return; // the browser allows no other address here, or no more of them
    }
  }
}

function part(look: Readonly<Record<string, string | undefined>>, name: string): string {
  return look[name] ?? "";
}
