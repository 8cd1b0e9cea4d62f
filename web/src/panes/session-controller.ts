import { signal } from "@preact/signals-core";
import type { Dates } from "../session/format";
import type { ConversationViewer } from "../list/commands";
import { RowNavigation } from "../list/row-navigation";
import type { RowContext } from "../rows/context";
import type { ParserApi } from "../parser/protocol";
import type { Row, SessionInfo } from "../parser/model";
import { strings } from "./strings";
import { Filtering } from "./filtering";
import type { FileListOptions } from "../session/file-list-options";
import { type ViewState, changed } from "../session/view-state";
import { isNarrow } from "../ui/breakpoints";
import { type PaneDescriptor, type PanePlace, isDrawer } from "./pane-descriptor";
import { ignoreParserLoss, reportUnlessParserLoss } from "../parser/parser-loss";

/** The actions of the search pane, available while it is open. */
interface FindActions {
  /** Focuses its field. */
  focusField(): void;
  /** Goes to the next match. */
  next(): void;
  previous(): void;
  /** Hides the list of matches if it covers the conversation. */
  hideList(): void;
}

/** The actions of the playback, available while it is open. */
export interface PlaybackActions {
  readonly isPlaying: boolean;
  /** Whether there is something to end. */
  readonly canEnd: boolean;
  /** Pauses or continues. */
  toggle(): void;
  /** Shows all rows again. */
  end(): void;
}

/** Decides when a conversation is played, in place of the user who opens the controls. */
export interface PlaybackOwner {
  /** Whether the controls stay open at the end. */
  readonly keepsControls: boolean;
  /** Called when the controls are open. */
  opened(actions: PlaybackActions): void;
  /** Called before it plays, which hides rows. */
  beforePlay(): void;
  /** Called when the user ends the playback. */
  ended(): void;
  /** Called when the controls are closed: the actions are no longer available. */
  closed(actions: PlaybackActions): void;
}

/** The actions of the timeline, available while it is open. */
interface TimelineActions {
  zoomToTurn(): void;
}

/** Creates entries in the browser's history. */
export interface MoveHistory {
  /** Stores the current position before a jump. */
  beforeMove(): void;
  /** Stores the position after a jump, which may be to a match of a search. */
  afterMove(isMatch: boolean): void;
}

/** The parts of the viewer that panes use. */
export interface PaneViewer extends ConversationViewer {
  readonly sessions: readonly SessionInfo[];
  readonly dates: Dates;
  /** Whether files are being read. */
  readonly busy: boolean;
  /** Returns the address of a record in the session with an ID; undefined if the page has no such addresses. */
  readonly linkTo: ((uuid: string, session: string) => string) | undefined;
  /** Whether the viewer fills its page, with panes that are open initially. */
  readonly fillsPage: boolean;
  /** Without an owner, the playback begins when it is opened, and its controls close at the end. */
  readonly playbackOwner?: PlaybackOwner;
  /** Resolves when the viewer is rendered. */
  readonly updateComplete: Promise<unknown>;
  /** Shows a session, or the list of sessions. */
  present(session: number | undefined): void;
  /** Shows the row with a key or of a record. */
  goTo(address: string): Promise<boolean>;
  /** Called when the user changed the view state. */
  emit(name: "unspool-view-state", state: ViewState): void;
}

/** One session as seen by the panes around its conversation. */
export class SessionController {
  readonly viewer: PaneViewer;
  readonly api: ParserApi;
  readonly context: RowContext;
  readonly filtering: Filtering;
  readonly navigation = new RowNavigation();
  /** The options of the file list. */
  fileListOptions: FileListOptions | undefined;
  /** Actions of panes, available while they are open. */
  find: FindActions | undefined;
  timeline: TimelineActions | undefined;
  playback: PlaybackActions | undefined;
  /** The row that the user wants to see the contents of the context of, until they are shown. */
  rowOfContents: Row | undefined;
  /** The view state. */
  readonly viewState = signal<ViewState>({});
  /** Counts changes of the data: more was read, or a filter was applied. */
  readonly dataVersion = signal(0);
  /** Counts changes of the visible rows. */
  readonly viewportVersion = signal(0);
  /** Counts changes of the current row. */
  readonly currentRowVersion = signal(0);
  /** Counts openings and closings of panes. */
  readonly panesVersion = signal(0);
  readonly #panes: readonly PaneDescriptor[];
  readonly #open: Set<string>;
  readonly #history: MoveHistory | undefined;
  #focusRequest: string | undefined;
  #showsMatches = false;
  readonly #closedWhileActive = new Set<string>(); // panes that the user closed although they have an effect

  /** `open` is the names of the open panes, one set for all sessions of a viewer. */
  constructor(
    viewer: PaneViewer,
    context: RowContext,
    panes: readonly PaneDescriptor[],
    open: Set<string>,
    history?: MoveHistory,
  ) {
    this.viewer = viewer;
    this.context = context;
    this.api = context.conversation.api;
    this.#panes = panes;
    this.#open = open;
    this.#history = history;
    this.filtering = new Filtering(this);
  }

  get session(): number {
    return this.context.conversation.session;
  }

  /** The session as listed among the sessions; undefined for a moment at the start. */
  get info(): SessionInfo | undefined {
    return this.viewer.sessions.find(({ index }) => index === this.session);
  }

  get dates(): Dates {
    return this.viewer.dates;
  }

  /** The current row if it is visible, otherwise the first visible one: see `visibleCurrentIndex` of the list. */
  get currentRow(): Row | undefined {
    const list = this.viewer.list();
    return list?.context === this.context ? this.context.conversation.row(list.visibleCurrentIndex()) : undefined;
  }

  get state(): ViewState {
    return this.viewState.value;
  }

  /** Changes parts of the view state, and so the page's address. "" removes a part. */
  changeState(change: ViewState): void {
    if (change.view !== undefined) this.closeDrawers();
    this.restoreState(changed(this.state, change));
    this.viewer.emit("unspool-view-state", this.state);
  }

  /** Sets the view state from an address, without a view that does not exist. */
  restoreState(asked: ViewState): void {
    const isView = asked.view === undefined || this.placeOf(asked.view) === "view";
    const state = isView ? asked : changed(asked, { view: "" });
    for (const { name, isNeeded } of this.#panes)
      if (isNeeded?.(state) === true && !isNeeded(this.state)) this.#open.add(name);
    if (state.view !== this.state.view) this.closeDrawers();
    for (const name of this.#closedWhileActive) if (!this.#isActive(name)) this.#closedWhileActive.delete(name);
    this.viewState.value = state;
  }

  /** Returns the place of a pane, or undefined for an unknown name. */
  placeOf(pane: string): PanePlace | undefined {
    return this.#descriptor(pane)?.place;
  }

  #descriptor(pane: string): PaneDescriptor | undefined {
    return this.#panes.find(({ name }) => name === pane);
  }

  /** Reports whether a pane has an effect, such as an active filter. */
  #isActive(pane: string): boolean {
    return this.#descriptor(pane)?.activeLabel?.(this) !== undefined;
  }

  /** The panes beside the conversation, which cover it on narrow screens. */
  get #drawers(): readonly PaneDescriptor[] {
    return this.#panes.filter(isDrawer);
  }

  /** A pane that has an effect is open. If the user closes it, it stays closed, and the bar marks its button. */
  isOpen(pane: string): boolean {
    return this.#open.has(pane) || (this.#isActive(pane) && !this.#closedWhileActive.has(pane));
  }

  setOpen(pane: string, open: boolean): void {
    if (this.isOpen(pane) === open) return;
    if (open) this.#closedWhileActive.delete(pane);
    else this.#closedWhileActive.add(pane);
    const place = this.placeOf(pane);
    for (const other of open ? this.#drawers : [])
      if (isNarrow() || other.place === place) this.#open.delete(other.name); // one at a time
    if (open) this.#open.add(pane);
    else this.#open.delete(pane);
    if (open && (place === "start" || (isNarrow() && place === "end"))) this.find?.hideList();
    this.panesVersion.value++;
  }

  /** Whether matches are listed: in the place of the outline, over all panes on narrow screens. */
  get showsMatches(): boolean {
    return this.#showsMatches;
  }

  setShowsMatches(listed: boolean): void {
    if (this.#showsMatches === listed) return;
    this.#showsMatches = listed;
    if (listed) this.closeDrawers();
    this.panesVersion.value++;
  }

  /** Closes the panes that cover the conversation on narrow screens. */
  closeDrawers(): void {
    if (isNarrow()) for (const { name } of this.#drawers) this.setOpen(name, false);
  }

  /**
   * Goes to the row with a key or of a record, or to the nearest one if it is filtered out, as an entry in the
   * browser's history.
   */
  goTo(address: string): Promise<boolean> {
    return this.move(() => this.goToRow(address));
  }

  /**
   * Closes a view and navigates in the conversation, as an entry in the browser's history. All matches of a search
   * share one. Returns false if the target is not reached.
   */
  async move(go: () => Promise<boolean>, isMatch = false): Promise<boolean> {
    if (isNarrow()) for (const { name, isClosedByMoves } of this.#panes) if (isClosedByMoves) this.setOpen(name, false);
    this.#history?.beforeMove();
    try {
      if (this.state.view !== undefined) this.changeState({ view: "" });
      return await go();
    } catch (error) {
      reportUnlessParserLoss(error);
      return false;
    } finally {
      this.#history?.afterMove(isMatch);
    }
  }

  /** Goes to a row without closing a view. */
  async goToRow(address: string): Promise<boolean> {
    return (await this.viewer.goTo(address)) || this.#goNear(address);
  }

  async #goNear(address: string): Promise<boolean> {
    if (!this.filtering.on) return false;
    const asked = this.api.query("nearest", { session: this.session, address });
    const at = await ignoreParserLoss(this.context.conversation.resolveIndex(asked));
    const list = this.viewer.list();
    if (at == null || list?.context !== this.context || !(await list.goTo(at))) return false;
    this.viewer.announce(strings.nearest);
    return true;
  }

  /** Focuses a pane that was just opened, once it is rendered. */
  focusOn(pane: string): void {
    this.#focusRequest = pane;
  }

  /** Reports once whether a rendered pane should take the focus. */
  takesFocus(pane: string): boolean {
    const takes = this.#focusRequest === pane;
    if (takes) this.#focusRequest = undefined;
    return takes;
  }
}
