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
import { toTurnNumbered } from "../../list/row-navigation";
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
import type { Panel } from "./panel-kind";
import { isNarrow, onRoom } from "../../ui/breakpoints";
import { flashStyles, flashRow } from "./flash-highlight";
import { ViewPlaces } from "./scroll-restoration";
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
  readonly #places: ViewPlaces;
  readonly #desks = new WeakMap<SessionController["context"], SessionController>();
  readonly #seated = new WeakSet<SessionController>(); // controllers whose conversation was painted
  readonly #open: Set<string>;
  readonly #aside = new Set<string>(); // drawers that open again when there is room beside the conversation
  readonly #history: UrlSync | undefined;
  #selection: Selection | undefined;
  #library: LibraryElement | undefined;
  #listed: ParserApi | undefined; // the parser whose sessions the library shows
  #paths: ReadonlySet<string> = new Set(); // of the files that those sessions are in
  #sought: readonly SessionInfo[] | undefined; // the sessions for which skipped files were looked up
  #live: FileWatcher | undefined;
  readonly #followRun = new LatestRun();
  readonly #following = new Map<SessionController, Set<"readVersion" | "sightVersion">>(); // signals to update

  constructor(element: LitElement, viewer: ViewerHost) {
    this.#element = element;
    this.#viewer = viewer;
    this.#dialogHost = new DialogHost(element);
    this.#places = new ViewPlaces(element);
    this.#drawer = new Drawer(element, () => this.controller);
    const isPage = viewer.fillsPage && viewer.linkTo() !== undefined; // and not a warm-up
    this.#open = isPage ? storedPanes() : new Set();
    if (isNarrow()) this.#fit(true);
    this.#history = isPage ? new UrlSync(element, viewer, this) : undefined;
  }

  /** The session on the screen. */
  get controller(): SessionController | undefined {
    const context = this.#viewer.shown();
    return context === undefined ? undefined : (this.#desks.get(context) ?? this.#seat(context));
  }

  /**
   * Creates the controller of a session that is shown for the first time. It is stored before it sets any signal,
   * because listeners look it up.
   */
  #seat(context: SessionController["context"]): SessionController {
    const controller = new SessionController(this.#viewer, context, panes, this.#open, this.#history);
    this.#desks.set(context, controller);
    afterPaint(() => {
      this.#seated.add(controller);
      this.#viewer.update();
    });
    onChange(controller.viewState, () => {
      this.#viewer.update();
      this.#places.looked(controller);
      void this.#keepFocus();
    });
    onChange(controller.panesVersion, () => {
      this.#viewer.update();
      this.#drawer.update();
      if (this.#history !== undefined) storePanes(new Set([...this.#open, ...this.#aside]));
    });
    onChange([controller.sightVersion, controller.readVersion], () => this.#history?.moved());
    controller.set(this.#history?.lookFor(controller.info?.id ?? "") ?? {});
    // The findings panel shows bytes from the conversation, too.
    const { rowsVersion, viewVersion } = context.conversation;
    onChange(
      rowsVersion,
      () => this.sighted(), // other rows became visible, or their content changed
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
        this.#fit(narrow);
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
    this.#selection?.everything(list);
  }

  /**
   * Closes the drawers that would cover the conversation, and opens them again once there is room. Both are no choice
   * of the user, so stored settings stay the same.
   */
  #fit(narrow: boolean): void {
    const [from, to] = narrow ? [this.#open, this.#aside] : [this.#aside, this.#open];
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
  sighted(): void {
    this.#follow("sightVersion");
  }

  /** The list reports that another row became the current one. */
  selected(): void {
    this.#follow("readVersion");
  }

  /**
   * Updates the panes at most once a frame, after the conversation itself was painted, and only if it is still shown
   * then.
   */
  #follow(change: "readVersion" | "sightVersion"): void {
    const { controller } = this;
    if (controller === undefined) return;
    const changes = this.#following.get(controller) ?? new Set();
    if (changes.size === 0) {
      this.#following.set(controller, changes);
      afterPaint(() => {
        this.#following.delete(controller);
        if (this.controller === controller) for (const one of changes) controller[one].value++;
      });
    }
    changes.add(change);
  }

  /** The loader reports that more of the files was read. */
  grown(): void {
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
    if (this.#seated.has(controller)) return draw(controller);
    // The conversation is painted first, already at its final size.
    return isView || place === "above" ? nothing : html`<div></div>`;
  }

  /** The name of the view that replaces the conversation. */
  get view(): string | undefined {
    return this.controller?.look.view;
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
    if (!viewer.busy() && this.#listed !== undefined && this.#sought !== library.sessions)
      this.#findSkipped(library, this.#listed);
    library.dates = viewer.dates();
    library.live = this.#liveMark();
    library.palette = paletteButton(() => this.#palette(), paletteStrings.titleOfList, "icon-button");
    library.choose = ({ index }) => viewer.present(index);
    return library;
  }

  #findSkipped(library: LibraryElement, api: ParserApi): void {
    const sessions = (this.#sought = library.sessions);
    const report = (skipped: SkippedFiles | undefined): void => {
      if (this.#sought === sessions) library.skipped = skipped;
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
    const given = await handles;
    if (signal.aborted || this.#viewer.sources()[0] !== first) return;
    this.#live = FileWatcher.by(this.#viewer, given);
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
  ledger(summary: Summary, goTo: (address: string) => void): TemplateResult {
    return details(summary, goTo, this.#viewer.dates());
  }

  dialog(): TemplateResult {
    const commands = this.#commandContext;
    this.#paletteElement?.renew(commands);
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
      /^\d{1,7}$/.test(address) ? toTurnNumbered(list, Number(address)) : controller.lead(address),
    );
    if (this.#dialogHost.panel !== panel || this.controller !== controller) return; // the user moved on
    if (found) this.close();
    else this.open({ kind: "goto", missing: true });
  }
}
