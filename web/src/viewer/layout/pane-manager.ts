import { type CSSResult, type LitElement, type TemplateResult, html, nothing } from "lit";
import { LatestRun } from "../../base/latest-run";
import { onChange } from "../../base/signals";
import type { InspectorLink } from "../../rows/details/row-details";
import { rawSheets } from "../../rows/parts/raw";
import type { SessionInfo, Summary } from "../../parser/model";
import type { ParserApi, Source } from "../../parser/protocol";
import { strings as paletteStrings } from "../palette/strings";
import { strings } from "./strings";
import "../viewer-element"; // see conversation-code.ts for the reason
import { afterPaint } from "../../base/after-paint";
import type { Header } from "../../session/header";
import type { ListElement } from "../../list/conversation-list";
import { Selection } from "../../list/selection";
import { toPromptNumbered } from "../../list/row-navigation";
import type { ViewerCommandContext } from "../commands/command-context";
import { bar, barStyles, paletteButton } from "./bar";
import { DialogHost } from "./dialog-host";
import { panes, panesAround } from "../panes";
import { Drawer } from "./drawer";
import { type PaneDescriptor, type PanePlace, isDrawer } from "../../panes/pane-descriptor";
import { SessionController, type ViewerHost } from "../../panes/session-controller";
import { details, detailsStyles } from "../../panes/details";
import { keySheetStyles } from "../commands/shortcuts-dialog";
import { bindKeys } from "../commands/keys";
import { facts, factsStyles } from "./facts";
import { type LibraryElement, createLibrary } from "../../panes/library/library-pane";
import { fieldStyles, iconButtonStyles } from "../../ui/common-styles";
import { type SkippedFiles, findSkipped } from "../../panes/library/skipped-files";
import { libraryStyles } from "../../panes/library/library-styles";
import type { Handles } from "../../session/sources/file-handles";
import { FileWatcher } from "../live/file-watcher";
import { liveStyles } from "../live/live-styles";
import { UrlSync } from "./url-sync";
import { storePanes, storedPanes } from "./pane-storage";
import { type PaletteElement, showPalette } from "../palette/palette";
import { panelStyles } from "./panel";
import type { Panel } from "../commands/command-context";
import { isNarrow, onRoom } from "../../ui/breakpoints";
import { flashStyles, flashRow } from "./flash-highlight";
import { ScrollRestoration } from "./scroll-restoration";
import { aroundStyles } from "./layout-styles";
import { ignoreParserGone } from "../../parser/parser-gone";

export { panel } from "./panel";
export const paneStyles: readonly CSSResult[] = [
  iconButtonStyles,
  fieldStyles,
  libraryStyles,
  panelStyles,
  keySheetStyles,
  detailsStyles,
  aroundStyles,
  flashStyles,
  barStyles,
  factsStyles,
  liveStyles,
  ...rawSheets,
];

/** Manages the panes, views and dialogs around the conversations of one viewer. */
export class Panes {
  readonly #element: LitElement;
  readonly #viewer: ViewerHost;
  readonly #dialogHost: DialogHost;
  readonly #drawer: Drawer;
  readonly #scrollRestoration: ScrollRestoration;
  readonly #controllers = new WeakMap<SessionController["context"], SessionController>();
  readonly #painted = new WeakSet<SessionController>(); // controllers whose conversation was painted
  readonly #open: Set<string>;
  readonly #hiddenDrawers = new Set<string>(); // drawers that open again when there is room beside the conversation
  readonly #history: UrlSync | undefined;
  #selection: Selection | undefined;
  #library: LibraryElement | undefined;
  #listed: ParserApi | undefined; // the parser whose sessions the library shows
  #paths: ReadonlySet<string> = new Set(); // of the files that those sessions are in
  #checkedSessions: readonly SessionInfo[] | undefined; // the sessions for which skipped files were looked up
  #live: FileWatcher | undefined;
  readonly #followRun = new LatestRun();
  readonly #pendingChanges = new Map<SessionController, Set<"currentRowVersion" | "viewportVersion">>(); // signals to update

  constructor(element: LitElement, viewer: ViewerHost) {
    this.#element = element;
    this.#viewer = viewer;
    this.#dialogHost = new DialogHost(element);
    this.#scrollRestoration = new ScrollRestoration(element);
    this.#drawer = new Drawer(element, () => this.controller);
    const isPage = viewer.fillsPage && viewer.linkTo() !== undefined; // and not a warm-up
    this.#open = isPage ? storedPanes() : new Set();
    if (isNarrow()) this.#updateDrawers(true);
    this.#history = isPage ? new UrlSync(element, viewer, this) : undefined;
  }

  /** The session on the screen. */
  get controller(): SessionController | undefined {
    const context = this.#viewer.shown();
    return context === undefined ? undefined : (this.#controllers.get(context) ?? this.#createController(context));
  }

  /**
   * Creates the controller of a session that is shown for the first time. It is stored before it sets any signal,
   * because listeners look it up.
   */
  #createController(context: SessionController["context"]): SessionController {
    const controller = new SessionController(this.#viewer, context, panes, this.#open, this.#history);
    this.#controllers.set(context, controller);
    afterPaint(() => {
      this.#painted.add(controller);
      this.#viewer.update();
    });
    onChange(controller.viewState, () => {
      this.#viewer.update();
      this.#scrollRestoration.update(controller);
      void this.#keepFocus();
    });
    onChange(controller.panesVersion, () => {
      this.#viewer.update();
      this.#drawer.update();
      if (this.#history !== undefined) storePanes(new Set([...this.#open, ...this.#hiddenDrawers]));
    });
    onChange([controller.viewportVersion, controller.currentRowVersion], () => this.#history?.scheduleWrite());
    controller.set(this.#history?.initialState(controller.info?.id ?? "") ?? {});
    // The findings panel shows bytes from the conversation, too.
    const { rowsVersion, viewVersion } = context.conversation;
    onChange(
      rowsVersion,
      () => this.viewportChanged(), // other rows became visible, or their content changed
    );
    onChange([rowsVersion, viewVersion], () => {
      if (this.#dialogHost.panel?.kind === "findings") this.#viewer.update();
    });
    return controller;
  }

  // Events of the viewer

  /**
   * Moves the focus out of the conversation, which is inert below a view; otherwise the viewer would receive no keys.
   */
  async #keepFocus(): Promise<void> {
    await this.#element.updateComplete;
    const root = this.#element.renderRoot;
    const focused = root instanceof ShadowRoot ? root.activeElement : null;
    if (this.view !== undefined && focused?.closest("[inert]") != null)
      root.querySelector<HTMLElement>(".viewbar [aria-current]")?.focus();
  }

  /** Handles keys, the selection and the page's address until the returned function is called. */
  followKeys(element: HTMLElement): () => void {
    const end = new AbortController();
    const { list, announce } = this.#viewer;
    this.#selection = new Selection(element, { list, announce }, end.signal);
    this.#selection.changed();
    if (this.#viewer.fillsPage) {
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
      page: this.#element.closest("unspool-app") ?? undefined,
      openPanel: (panel) => this.open(panel),
      openPalette: () => this.#palette(),
      stepSession: (by) => this.#stepSession(by),
      live: this.live,
    };
  }

  get #paletteElement(): PaletteElement | null {
    return this.#element.renderRoot.querySelector("unspool-palette");
  }

  #palette(): void {
    if (this.#paletteElement === null) showPalette(this.#element.renderRoot, this.#commandContext);
  }

  /** The list reports that other rows became visible. */
  viewportChanged(): void {
    this.#scheduleChange("viewportVersion");
  }

  /** The list reports that another row became the current one. */
  currentRowChanged(): void {
    this.#scheduleChange("currentRowVersion");
  }

  /**
   * Updates the panes at most once a frame, after the conversation itself was painted, and only if it is still shown
   * then.
   */
  #scheduleChange(change: "currentRowVersion" | "viewportVersion"): void {
    const { controller } = this;
    if (controller === undefined) return;
    const changes = this.#pendingChanges.get(controller) ?? new Set();
    if (changes.size === 0) {
      this.#pendingChanges.set(controller, changes);
      afterPaint(() => {
        this.#pendingChanges.delete(controller);
        if (this.controller === controller) for (const version of changes) controller[version].value++;
      });
    }
    changes.add(change);
  }

  /** The loader reports that more of the files was read. */
  dataChanged(): void {
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
    return facts(header);
  }

  /** Renders the line of tabs and buttons. */
  bar(): TemplateResult | typeof nothing {
    const { controller } = this;
    return controller === undefined ? nothing : bar(controller, this.#liveMark(), () => this.#palette());
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

  #draw({ name, place, activeLabel, draw }: PaneDescriptor): TemplateResult | typeof nothing {
    const { controller } = this;
    if (controller === undefined) return nothing;
    const isView = place === "view";
    const isOpen = isView ? this.view === name : controller.isOpen(name) || activeLabel?.(controller) !== undefined;
    if (!isOpen) return nothing;
    if (this.#painted.has(controller)) return draw(controller);
    // The conversation is painted first, already at its final size.
    return isView || place === "above" ? nothing : html`<div></div>`;
  }

  /** The name of the view that replaces the conversation. */
  get view(): string | undefined {
    return this.controller?.state.view;
  }

  /** Renders the list of sessions. */
  chooser(): TemplateResult {
    return html`${this.#sessions()}`;
  }

  #sessions(): LibraryElement {
    const viewer = this.#viewer;
    const library = (this.#library ??= createLibrary());
    if (this.#listed !== viewer.api()) {
      const paths = new Set(viewer.sources().map(({ path }) => path));
      if (this.#paths.size > 0 && [...this.#paths].every((path) => paths.has(path))) library.again();
      else library.reset();
      this.#listed = viewer.api();
      this.#paths = paths;
    }
    library.sessions = viewer.sessions();
    if (!viewer.busy() && this.#listed !== undefined && this.#checkedSessions !== library.sessions)
      this.#findSkipped(library, this.#listed);
    library.dates = viewer.dates();
    library.live = this.#liveMark();
    library.palette = paletteButton(() => this.#palette(), paletteStrings.titleOfList, "icon-button");
    library.choose = ({ index }) => viewer.present(index);
    return library;
  }

  #findSkipped(library: LibraryElement, api: ParserApi): void {
    const sessions = (this.#checkedSessions = library.sessions);
    const report = (skipped: SkippedFiles | undefined): void => {
      if (this.#checkedSessions === sessions) library.skipped = skipped;
    };
    void ignoreParserGone(findSkipped(api)).then(report);
  }

  /**
   * Watches the loaded files. A later call replaces an earlier one; nothing happens if other files are loaded
   * meanwhile.
   */
  async follow([first]: readonly Source[], handles: Handles = Promise.resolve([])): Promise<void> {
    const signal = this.#followRun.begin();
    this.#live?.stop();
    this.#live = undefined;
    const resolved = await handles;
    if (signal.aborted || this.#viewer.sources()[0] !== first) return;
    this.#live = FileWatcher.fromHandles(this.#viewer, resolved);
    this.#viewer.update();
  }

  /** The file watcher; undefined if none of the files can change. */
  get live(): FileWatcher | undefined {
    return this.#live?.current === true ? this.#live : undefined;
  }

  #liveMark(): TemplateResult | typeof nothing {
    return this.live?.mark() ?? nothing;
  }

  /** Shows the next or previous session of the list. */
  #stepSession(by: 1 | -1): void {
    const { controller } = this;
    if (controller === undefined) return;
    const library = this.#sessions();
    const other = library.neighbor(controller.info, by);
    if (other === undefined) {
      this.#viewer.announce(strings.noMoreSessions);
      return;
    }
    library.remember(other);
    this.#viewer.present(other.index);
  }

  /** Renders what a session cost and what changed in it. */
  sessionDetails(summary: Summary, goTo: (address: string) => void): TemplateResult {
    return details(summary, goTo, this.#viewer.dates());
  }

  dialog(): TemplateResult {
    const commands = this.#commandContext;
    this.#paletteElement?.updateCommands(commands);
    const dialog = this.#dialogHost.dialog({
      goTo: (address) => void this.#goTo(address),
      dates: this.#viewer.dates(),
      commands,
    });
    return html`${dialog}${this.live?.freshMark() ?? nothing}`;
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
    if (this.#viewer.fillsPage) return controller?.change({ view: "records" });
    if (controller === undefined) return;
    const list = await ignoreParserGone(controller.api.query("diagnostics", { session: controller.session }));
    if (list !== undefined && controller === this.controller)
      this.open({ kind: "findings", list, context: controller.context });
  }

  /** Shows what the session cost and what changed during it. */
  async details(): Promise<void> {
    const { controller } = this;
    if (controller === undefined) return;
    if (controller.viewer.fillsPage) return controller.change({ view: "usage" });
    const summary = await ignoreParserGone(controller.api.query("summary", { session: controller.session }));
    if (summary !== undefined && controller === this.controller) this.open({ kind: "details", summary });
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
