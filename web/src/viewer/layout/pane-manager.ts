import { type CSSResult, type LitElement, type TemplateResult, html, nothing } from "lit";
import type { InspectorLink } from "../../rows/details/row-details";
import { rawSheets } from "../../rows/parts/raw";
import type { RowContext } from "../../rows/context";
import "../viewer-element"; // see conversation-code.ts for the reason
import type { Header } from "../../session/header";
import type { ListElement } from "../../list/conversation-list";
import { Selection } from "../../list/selection";
import { toPromptNumbered } from "../../list/row-navigation";
import type { ViewerCommandContext } from "../commands/command-context";
import { DialogHost } from "./dialog-host";
import { panes, panesAround } from "../panes";
import { Drawer } from "./drawer";
import { type PaneDescriptor, type PanePlace, isDrawer } from "../../panes/pane-descriptor";
import { records } from "../../panes/records";
import type { PaneViewer, SessionController } from "../../panes/session-controller";
import { usage } from "../../panes/usage";
import type { Summary } from "../../parser/model";
import type { WatchedViewer } from "../live/file-watcher";
import { LiveFiles } from "../live/live-files";
import { bar, barStyles } from "./bar";
import { SessionControllers } from "./session-controllers";
import { type LibraryViewer, SessionLibrary } from "./session-library";
import { details, detailsStyles } from "../../panes/details";
import { shortcutsStyles } from "../commands/shortcuts-dialog";
import { bindKeys } from "../commands/keys";
import { facts, factsStyles } from "./facts";
import { fieldStyles } from "../../ui/common-styles";
import { heatMapStyles } from "../../panes/library/heat-map";
import { libraryStyles } from "../../panes/library/library-styles";
import { sketchStyles } from "../../panes/library/sketch";
import { liveStyles } from "../live/live-styles";
import { UrlSync } from "./url-sync";
import { storePanes, storedPanes } from "./pane-storage";
import { type PaletteElement, showPalette } from "../palette/palette";
import { dialogStyles } from "../../ui/dialog";
import { panelStyles } from "./panel";
import type { Panel } from "../commands/command-context";
import { isNarrow, onRoom } from "../../ui/breakpoints";
import { flashStyles, flashRow } from "./flash-highlight";
import { ScrollRestoration } from "./scroll-restoration";
import { aroundStyles } from "./layout-styles";
import { isSessionLink } from "../../session/sources/sources";
import { recordAddress, sourceIn } from "../../session/view-location";
import { ignoreParserLoss } from "../../parser/parser-loss";

export * as rereading from "../../session/sources/read-on";
export { panel } from "./panel";
export const paneStyles: readonly CSSResult[] = [
  fieldStyles,
  libraryStyles,
  sketchStyles,
  heatMapStyles,
  dialogStyles,
  panelStyles,
  shortcutsStyles,
  detailsStyles,
  aroundStyles,
  flashStyles,
  ...barStyles,
  factsStyles,
  liveStyles,
  ...rawSheets,
];

/** The viewer around which panes are shown. */
type PanesViewer = LitElement & PaneViewer & WatchedViewer & LibraryViewer;

/** Manages the panes, views and dialogs around the conversations of one viewer. */
export class Panes {
  readonly live: LiveFiles;
  readonly #viewer: PanesViewer;
  readonly #dialogHost: DialogHost;
  readonly #drawer: Drawer;
  readonly #controllers: SessionControllers;
  readonly #library: SessionLibrary;
  readonly #open: Set<string>;
  readonly #hiddenDrawers = new Set<string>(); // drawers that open again when there is room beside the conversation
  readonly #history: UrlSync | undefined;
  #selection: Selection | undefined;

  constructor(viewer: PanesViewer) {
    this.#viewer = viewer;
    this.live = new LiveFiles(viewer);
    this.#dialogHost = new DialogHost(viewer);
    this.#drawer = new Drawer(viewer, () => this.controller);
    this.#library = new SessionLibrary(
      viewer,
      () => this.#palette(),
      (session, words, row) => void this.#openMatch(session, words, row),
    );
    const isPage = viewer.fillsPage && viewer.linkTo !== undefined; // and not a warm-up
    this.#open = isPage ? storedPanes() : new Set();
    if (isNarrow()) this.#updateDrawers(true);
    const scrollRestoration = new ScrollRestoration(viewer);
    this.#controllers = new SessionControllers(viewer, this.#open, {
      onViewState: (controller) => {
        viewer.requestUpdate();
        scrollRestoration.update(controller);
        void this.#keepFocus();
      },
      onPanes: () => {
        viewer.requestUpdate();
        this.#drawer.update();
        if (this.#history !== undefined) storePanes(new Set([...this.#open, ...this.#hiddenDrawers]));
      },
      onMove: () => this.#history?.scheduleWrite(),
      // The findings panel shows bytes from the conversation, too.
      onContent: () => {
        if (this.#dialogHost.panel?.kind === "findings") viewer.requestUpdate();
      },
      onPainted: () => viewer.requestUpdate(),
    });
    this.#history = isPage ? new UrlSync(viewer, viewer, this) : undefined;
    this.#controllers.history = this.#history;
    if (viewer.shown !== undefined) this.addSession(viewer.shown);
    this.live.update(); // the files may have been read before this code was loaded
  }

  /** Call this when a session is shown, perhaps for the first time. */
  addSession(context: RowContext): void {
    this.#controllers.add(context);
  }

  /** The session on the screen. */
  get controller(): SessionController | undefined {
    return this.#controllers.current;
  }

  // Events of the viewer

  /**
   * Moves the focus out of the conversation, which is inert below a view; otherwise the viewer would receive no keys.
   */
  async #keepFocus(): Promise<void> {
    await this.#viewer.updateComplete;
    const root = this.#viewer.renderRoot;
    const focused = root instanceof ShadowRoot ? root.activeElement : null;
    if (this.view !== undefined && focused?.closest("[inert]") != null)
      root.querySelector<HTMLElement>(".viewbar [aria-current]")?.focus();
  }

  /** Handles keys, the selection and the page's address until the returned function is called. */
  listen(element: HTMLElement): () => void {
    const end = new AbortController();
    const viewer = this.#viewer;
    const use = { list: () => viewer.list(), announce: (text: string) => viewer.announce(text) };
    this.#selection = new Selection(element, use, end.signal);
    this.#selection.changed();
    if (viewer.fillsPage) {
      onRoom((narrow) => {
        this.#updateDrawers(narrow);
        if (this.controller !== undefined) this.controller.panesVersion.value++;
      }, end.signal);
      this.#drawer.follow(end.signal);
    }
    const ends = [bindKeys(element, () => this.#commandContext), this.#history?.listen(), () => end.abort()];
    return () => {
      for (const end of ends) end?.();
    };
  }

  /** Selects the whole conversation, including rows that are not rendered. */
  selectAll(list: ListElement): void {
    this.#selection?.selectAll(list);
  }

  /**
   * Closes the drawers that would cover the conversation, and opens them again once there is room. Both are no choice
   * of the user, so stored settings stay the same.
   */
  #updateDrawers(narrow: boolean): void {
    const [from, to] = narrow ? [this.#open, this.#hiddenDrawers] : [this.#hiddenDrawers, this.#open];
    for (const { name } of panes.filter(isDrawer)) if (from.delete(name)) to.add(name);
  }

  get #commandContext(): ViewerCommandContext {
    return {
      controller: this.controller,
      viewer: this.#viewer,
      page: this.#viewer.closest("unspool-app") ?? undefined,
      openPanel: (panel) => this.open(panel),
      openPalette: () => this.#palette(),
      stepSession: (by) => this.controller && this.#library.step(this.controller.info, by, this.#liveMark()),
      live: this.live.watcher,
    };
  }

  get #paletteElement(): PaletteElement | null {
    return this.#viewer.renderRoot.querySelector("unspool-palette");
  }

  #palette(): void {
    const last = this.#paletteElement;
    if (last?.open === true) return;
    last?.remove(); // the user closed it, and the event is yet to come
    showPalette(this.#viewer.renderRoot, this.#commandContext);
  }

  /** The list reports that other rows became visible. */
  viewportChanged(): void {
    this.#controllers.scheduleChange("viewportVersion");
  }

  /** The list reports that another row became the current one. */
  currentRowChanged(): void {
    this.#controllers.scheduleChange("currentRowVersion");
  }

  /** The loader reports that more of the files was read. */
  dataChanged(): void {
    this.live.update();
    if (this.controller !== undefined) this.controller.dataVersion.value++;
  }

  /** Highlights the row that a jump arrived at. */
  highlightTarget(): void {
    const list = this.#viewer.list();
    if (list !== undefined) void flashRow(list);
  }

  /** Returns a link from the button of a row to the inspector, or undefined if there is no room for one. */
  inspector(from: HTMLElement): InspectorLink | undefined {
    const { controller } = this;
    const row = from.closest<HTMLElement>("unspool-list unspool-row");
    if (controller?.viewer.fillsPage !== true || row === null) return undefined;
    const show = (): void => {
      row.focus({ preventScroll: true }); // the inspector describes the focused row
      controller.setOpen("inspector", true);
    };
    return { open: controller.isOpen("inspector"), show };
  }

  // Rendering

  /** Renders the figures in the header of a page. */
  facts(header: Header): TemplateResult | undefined {
    return facts(header, isSessionLink(sourceIn(this.#viewer.linkTo?.("", "") ?? "")));
  }

  /** Renders the line of tabs and buttons. */
  bar(): TemplateResult | typeof nothing {
    const { controller } = this;
    return controller === undefined ? nothing : bar(controller, this.#liveMark(), this.#commandContext);
  }

  /** Renders the view or the open panes of one area of the layout. */
  area(place: PanePlace): readonly (TemplateResult | typeof nothing)[] {
    return panes.filter((pane) => pane.place === place).map((pane) => this.#draw(pane));
  }

  /** Renders a pane by its name if it is open. */
  pane(name: string): TemplateResult | typeof nothing {
    const pane = panesAround.find((one) => one.name === name);
    return pane === undefined ? nothing : this.#draw(pane);
  }

  #draw({ name, place, showsAllSessions, activeLabel, draw }: PaneDescriptor): TemplateResult | typeof nothing {
    const { controller } = this;
    if (controller === undefined) return nothing;
    const isView = place === "view";
    const isOpen = isView ? this.view === name : controller.isOpen(name) || activeLabel?.(controller) !== undefined;
    if (!isOpen) return nothing;
    if (showsAllSessions === true || this.#controllers.canDraw(controller, place)) return draw(controller);
    // The conversation is painted first, already at its final size.
    return isView || place === "above" ? nothing : html`<div data-pane=${name}></div>`;
  }

  /** The name of the view that replaces the conversation. */
  get view(): string | undefined {
    return this.controller?.state.view;
  }

  /** Whether a pane covers the conversation for lack of space. */
  get isCovered(): boolean {
    return this.#drawer.isOpen;
  }

  /** Renders the list of sessions. */
  chooser(): TemplateResult {
    return html`${this.#library.update(this.#liveMark())}`;
  }

  #liveMark(): TemplateResult | typeof nothing {
    return this.live.watcher?.mark() ?? nothing;
  }

  /** Renders what a session cost and what changed in it. */
  sessionDetails(summary: Summary, goTo: (address: string) => void): TemplateResult {
    return details(summary, goTo, this.#viewer.dates);
  }

  dialog(): TemplateResult {
    const commands = this.#commandContext;
    this.#paletteElement?.updateCommands(commands);
    const dialog = this.#dialogHost.dialog({
      goTo: (address) => void this.#goTo(address),
      dates: this.#viewer.dates,
      commands,
    });
    return html`${dialog}${this.live.watcher?.notices() ?? nothing}`;
  }

  // Panels

  open(panel: Panel): void {
    this.#dialogHost.open(panel);
  }

  close(): void {
    this.#dialogHost.close();
    this.#paletteElement?.remove();
  }

  /** Shows the problems in the session's files: in a view if there is one, otherwise in a panel. */
  async findings(): Promise<void> {
    const { controller } = this;
    if (this.#viewer.fillsPage) return controller?.changeState({ view: records.name });
    if (controller === undefined) return;
    const list = await ignoreParserLoss(controller.api.query("diagnostics", { session: controller.session }));
    if (list !== undefined && controller === this.controller)
      this.open({ kind: "findings", list, context: controller.context });
  }

  /** Shows what the session cost and what changed during it. */
  async details(): Promise<void> {
    const { controller } = this;
    if (controller === undefined) return;
    if (controller.viewer.fillsPage) return controller.changeState({ view: usage.name });
    const summary = await ignoreParserLoss(controller.api.query("summary", { session: controller.session }));
    if (summary !== undefined && controller === this.controller) this.open({ kind: "details", summary });
  }

  async #openMatch(session: number, words: string, row: string | undefined): Promise<void> {
    this.#viewer.present(session);
    await this.#viewer.updateComplete;
    if (row !== undefined) await this.controller?.goTo(recordAddress(row));
    this.controller?.changeState({ q: words });
  }

  async #goTo(address: string): Promise<void> {
    const { controller } = this;
    const { panel } = this.#dialogHost;
    const list = this.#viewer.list();
    if (controller === undefined || list === undefined) return;
    const found = await controller.move(() =>
      /^\d{1,7}$/.test(address) ? toPromptNumbered(list, Number(address)) : controller.goToRow(address),
    );
    if (this.#dialogHost.panel !== panel || this.controller !== controller) return; // the user moved on
    if (found) this.close();
    else this.open({ kind: "goto", missing: true });
  }
}
