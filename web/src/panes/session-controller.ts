import { signal } from "@preact/signals-core";
import type { Dates } from "../session/format";
import type { ListElement } from "../list/conversation-list";
import { RowNavigation } from "../list/row-navigation";
import type { RowContext } from "../rows/context";
import type { ParserApi, Source } from "../parser/protocol";
import type { Row, SessionInfo } from "../parser/model";
import { strings } from "./strings";
import { Filtering } from "./filtering";
import type { FileListOptions } from "../session/file-list-options";
import { type ViewState, changed } from "../session/view-state";
import { isNarrow } from "../ui/breakpoints";
import { type PaneDescriptor, type PanePlace, isDrawer } from "./pane-descriptor";
import { ignoreParserGone, reportUnlessGone } from "../parser/parser-gone";

/** What the search pane does, while it is open. */
export interface FindActions {
  /** Gives its field the focus. */
  field(): void;
  /** Goes to the next match. */
  next(): void;
  previous(): void;
  /** Hides the list of matches, where that lies over the conversation. */
  aside(): void;
}

/** What the timeline does, while it is open. */
export interface TimelineActions {
  zoomToTurn(): void;
}

/** Keeps the steps of the browser's history. */
export interface MoveHistory {
  /** Notes where the reader is, before being led somewhere else. */
  leave(): void;
  /** Notes where the reader was led, and whether that is a match of a search. */
  arrive(isMatch: boolean): void;
}

/** What a desk asks of the viewer that it stands in. */
export interface ViewerHost {
  readonly api: () => ParserApi | undefined;
  readonly sessions: () => readonly SessionInfo[];
  /** The files that are read, or were. */
  readonly sources: () => readonly Source[];
  /** Tells that the parser has read more of them: those at these paths to their ends. */
  readonly renew: (whole: readonly string[]) => Promise<void>;
  /**
   * Reads files in place of them, and goes back to where the reader was; false where that failed, or something else was
   * read meanwhile.
   */
  readonly reload: (sources: readonly Source[]) => Promise<boolean>;
  readonly list: () => ListElement | undefined;
  readonly shown: () => RowContext | undefined;
  readonly dates: () => Dates;
  /** Whether files are still being read. */
  readonly busy: () => boolean;
  /** Shows a session, or the list of them. */
  readonly present: (session: number | undefined) => void;
  /** Shows the row of a record, or with a key. */
  readonly goTo: (address: string) => Promise<boolean>;
  /** Says something for a moment. */
  readonly announce: (text: string) => void;
  /** Has the viewer be drawn anew. */
  readonly update: () => void;
  /** Resolves when it is drawn. */
  readonly updateComplete: () => Promise<unknown>;
  /** The reader looks at something else. */
  readonly looked: (look: ViewState) => void;
  readonly selectAll: (list: ListElement) => void;
  /** The address of a record; undefined where the page has none for them. */
  readonly linkTo: () => ((uuid: string) => string) | undefined;
  /** Whether printing is for the viewer to do. */
  readonly prints: boolean;
  /** Whether the viewer is all of the page, and panes begin open. */
  readonly fillsPage: boolean;
}

/** One session as the panes around its conversation see it. */
export class SessionController {
  readonly viewer: ViewerHost;
  readonly api: ParserApi;
  readonly context: RowContext;
  readonly filtering: Filtering;
  readonly walk = new RowNavigation();
  /** Which files are listed, and how, as the reader left it. */
  files: FileListOptions | undefined;
  /** The panes that can be asked to do something, while they are open. */
  find: FindActions | undefined;
  timeline: TimelineActions | undefined;
  /** What the reader looks at. */
  readonly viewState = signal<ViewState>({});
  /** Counts how often more of the files was read, or a filter left other rows. */
  readonly dataVersion = signal(0);
  /** Counts how often other rows came into sight. */
  readonly sightVersion = signal(0);
  /** Counts how often another row became the one that is read. */
  readonly readVersion = signal(0);
  /** Counts how often panes were opened or closed. */
  readonly panesVersion = signal(0);
  readonly #panes: readonly PaneDescriptor[];
  readonly #open: Set<string>;
  readonly #history: MoveHistory | undefined;
  #focusRequest: string | undefined;
  #listed = false;
  #shut = false; // the line of filters was, while there are some

  /** `open` has the names of the panes that are open, one set for all sessions of a viewer. */
  constructor(
    viewer: ViewerHost,
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

  /** Its line in the list of sessions; undefined for a moment at the beginning. */
  get info(): SessionInfo | undefined {
    return this.viewer.sessions().find(({ index }) => index === this.session);
  }

  get dates(): Dates {
    return this.viewer.dates();
  }

  /** The row that is read: the one with the focus while it is in sight, else the first there. */
  get read(): Row | undefined {
    const list = this.viewer.list();
    return list?.context === this.context ? this.context.conversation.row(list.readIndex()) : undefined;
  }

  get look(): ViewState {
    return this.viewState.value;
  }

  /** Looks at something else, which the page's address then tells. "" takes a part away. */
  change(change: ViewState): void {
    if (change.view !== undefined) this.uncover();
    this.set(changed(this.look, change));
    this.viewer.looked(this.look);
  }

  /** Looks at what an address asks for; at the conversation if there is no such view. */
  set(asked: ViewState): void {
    const isView = asked.view === undefined || this.placeOf(asked.view) === "view";
    const look = isView ? asked : changed(asked, { view: "" });
    if (look.q !== undefined && this.look.q === undefined) this.#open.add("find");
    if (look.view !== this.look.view) this.uncover();
    if (!this.filtering.on) this.#shut = false;
    this.viewState.value = look;
  }

  /** Where a pane stands; undefined for an unknown name. */
  placeOf(pane: string): PanePlace | undefined {
    return this.#panes.find(({ name }) => name === pane)?.place;
  }

  /** The panes beside the conversation, which lie over it where room is short. */
  get #drawers(): readonly PaneDescriptor[] {
    return this.#panes.filter(isDrawer);
  }

  /** A filter opens its pane; closed by the reader, that stays closed, and the bar says that there is a filter. */
  isOpen(pane: string): boolean {
    return this.#open.has(pane) || (pane === "filters" && this.filtering.on && !this.#shut);
  }

  setOpen(pane: string, open: boolean): void {
    if (this.isOpen(pane) === open) return;
    if (pane === "filters") this.#shut = !open;
    const place = this.placeOf(pane);
    for (const other of open ? this.#drawers : [])
      if (isNarrow() || other.place === place) this.#open.delete(other.name); // one at a time
    if (open) this.#open.add(pane);
    else this.#open.delete(pane);
    if (open && (place === "start" || (isNarrow() && place === "end"))) this.find?.aside();
    this.panesVersion.value++;
  }

  /** Whether what was found is listed: in the place of the outline, over all panes where room is short. */
  get listed(): boolean {
    return this.#listed;
  }

  setListed(listed: boolean): void {
    if (this.#listed === listed) return;
    this.#listed = listed;
    if (listed) this.uncover();
    this.panesVersion.value++;
  }

  /** Closes what lies over the conversation where room is short. */
  uncover(): void {
    if (isNarrow()) for (const { name } of this.#drawers) this.setOpen(name, false);
  }

  /**
   * Leads to the row of a record or with a key, in the conversation; where that is filtered out, to the nearest that is
   * left.
   */
  goTo(address: string): Promise<boolean> {
    return this.move(() => this.lead(address));
  }

  /**
   * Leaves a view for the conversation, and goes somewhere there: a step that the browser can take back. All that a
   * search leads to is one. False where that is not reached.
   */
  async move(go: () => Promise<boolean>, isMatch = false): Promise<boolean> {
    if (isNarrow()) this.setOpen("outline", false);
    this.#history?.leave();
    try {
      if (this.look.view !== undefined) this.change({ view: "" });
      return await go();
    } catch (error) {
      reportUnlessGone(error);
      return false;
    } finally {
      this.#history?.arrive(isMatch);
    }
  }

  /** Leads there without leaving a view for it. */
  async lead(address: string): Promise<boolean> {
    return (await this.viewer.goTo(address)) || this.#goNear(address);
  }

  async #goNear(address: string): Promise<boolean> {
    if (!this.filtering.on) return false;
    const asked = this.api.query("nearest", { session: this.session, address });
    const at = await ignoreParserGone(this.context.conversation.place(asked));
    const list = this.viewer.list();
    if (at == null || list?.context !== this.context || !(await list.goTo(at))) return false;
    this.viewer.announce(strings.nearest);
    return true;
  }

  /** Gives a pane the focus that was just opened, once it is there. */
  focusOn(pane: string): void {
    this.#focusRequest = pane;
  }

  /** Whether a pane that has come is to have the focus; once. */
  takesFocus(pane: string): boolean {
    const takes = this.#focusRequest === pane;
    if (takes) this.#focusRequest = undefined;
    return takes;
  }
}
