import { type CSSResult, type LitElement, type TemplateResult, html, nothing } from "lit";
import { LatestRun } from "../../base/latest-run";
import { onChange } from "../../base/signals";
import type { InspectorLink } from "../../rows/details/row-details";
import { rawSheets } from "../../rows/parts/raw";
import type { SessionInfo, Summary } from "../../parser/model";
import type { ParserApi, Source } from "../../parser/protocol";
import { strings as paletteStrings } from "../palette/strings";
import { strings } from "./strings";
import "../viewer-element"; // conversation-code.ts says why
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

/** All that stands around and over the conversations of one viewer. */
export class Panes {
  readonly #element: LitElement;
  readonly #viewer: ViewerHost;
  readonly #dialogHost: DialogHost;
  readonly #drawer: Drawer;
  readonly #places: ViewPlaces;
  readonly #desks = new WeakMap<SessionController["context"], SessionController>();
  readonly #seated = new WeakSet<SessionController>(); // whose conversation was painted
  readonly #open: Set<string>;
  readonly #aside = new Set<string>(); // open where there is room beside the conversation
  readonly #history: UrlSync | undefined;
  #selection: Selection | undefined;
  #library: LibraryElement | undefined;
  #listed: ParserApi | undefined; // whose sessions the library has
  #paths: ReadonlySet<string> = new Set(); // of the files that they are in
  #sought: readonly SessionInfo[] | undefined; // beside which strays were looked for
  #live: FileWatcher | undefined;
  readonly #followRun = new LatestRun();
  readonly #following = new Map<SessionController, Set<"readVersion" | "sightVersion">>(); // what is to be told

  constructor(element: LitElement, viewer: ViewerHost) {
    this.#element = element;
    this.#viewer = viewer;
    this.#dialogHost = new DialogHost(element);
    this.#places = new ViewPlaces(element);
    this.#drawer = new Drawer(element, () => this.controller);
    const isPage = viewer.fillsPage && viewer.linkTo() !== undefined; // and this is no warm-up
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
   * Makes the desk of a session that is shown for the first time. It is kept before it tells anything: who hears of it
   * asks for it.
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
    // The panel of findings shows bytes by the conversation, too.
    const { rowsVersion, viewVersion } = context.conversation;
    onChange(
      rowsVersion,
      () => this.sighted(), // others have come into sight, or tell something else
    );
    onChange([rowsVersion, viewVersion], () => {
      if (this.#dialogHost.panel?.kind === "findings") this.#viewer.update();
    });
    return controller;
  }

  // What happens in the viewer

  /** The conversation is inert below a view: what had the focus there would lose it, and the viewer all keys. */
  async #keepFocus(): Promise<void> {
    await this.#element.updateComplete;
    const root = this.#element.renderRoot;
    const focused = root instanceof ShadowRoot ? root.activeElement : null;
    if (this.view !== undefined && focused?.closest("[inert]") != null)
      root.querySelector<HTMLElement>(".viewbar [aria-current]")?.focus();
  }

  /** Follows keys, what is selected, and the address of the page, until the returned function is called. */
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

  /** Selects the conversation, also what is not in the page. */
  selectAll(list: ListElement): void {
    this.#selection?.everything(list);
  }

  /** Closes what would lie over the conversation, and opens it again with the room. That is not the reader's choice. */
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

  /** Other rows are in sight. */
  sighted(): void {
    this.#follow("sightVersion");
  }

  /** Another row is read. */
  selected(): void {
    this.#follow("readVersion");
  }

  /**
   * Panes follow the reader once a frame, after the conversation itself was painted, unless another one is shown by
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

  /** More of the files was read. */
  grown(): void {
    if (this.controller !== undefined) this.controller.dataVersion.value++;
  }

  /** A jump arrived at a row. */
  highlightTarget(): void {
    const list = this.#viewer.list();
    if (list !== undefined) void flashRow(list);
  }

  /** The way from the button of a row into the inspector; undefined where that has no place. */
  inspector(from: HTMLElement): InspectorLink | undefined {
    const { controller } = this;
    const row = from.closest<HTMLElement>("unspool-list unspool-row");
    if (controller?.viewer.fillsPage !== true || row === null) return undefined;
    const show = (): void => {
      row.focus({ preventScroll: true }); // it tells about what has the focus
      controller.setOpen("inspector", true);
    };
    return { open: controller.isOpen("inspector"), show };
  }

  // What is drawn

  /** The figures in the header of a page. */
  facts(header: Header): TemplateResult | undefined {
    return facts(header);
  }

  /** The line of tabs and buttons. */
  bar(): TemplateResult | typeof nothing {
    const { controller } = this;
    return controller === undefined ? nothing : bar(controller, this.#liveMark(), () => this.#palette());
  }

  /** The view, or the open panes, that stand in a place. */
  area(place: PanePlace): readonly (TemplateResult | typeof nothing)[] {
    return panes.filter((pane) => pane.place === place).map((pane) => this.#draw(pane));
  }

  /** A pane by its name, if it is open. */
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
    // The conversation comes first, and has the room at once that it will have.
    return isView || place === "above" ? nothing : html`<div></div>`;
  }

  /** The name of the view that takes the room of the conversation. */
  get view(): string | undefined {
    return this.controller?.look.view;
  }

  /** The list of the sessions. */
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

  /** Follows these files, which were read. The latest asked for are followed, while they are what is read. */
  async follow([first]: readonly Source[], handles: Handles = Promise.resolve([])): Promise<void> {
    const signal = this.#followRun.begin();
    this.#live?.stop();
    this.#live = undefined;
    const given = await handles;
    if (signal.aborted || this.#viewer.sources()[0] !== first) return;
    this.#live = FileWatcher.by(this.#viewer, given);
    this.#viewer.update();
  }

  /** What follows the files; undefined where none of them can change. */
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

  /** What a session cost, and what changed in it. */
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

  /** Tells what is wrong in the files of the session: in a view where there is one, else in a panel. */
  async findings(): Promise<void> {
    const { controller } = this;
    if (this.#viewer.fillsPage) return controller?.change({ view: "records" });
    if (controller === undefined) return;
    const list = await ignoreParserGone(controller.api.query("diagnostics", { session: controller.session }));
    if (list !== undefined && controller === this.controller)
      this.open({ kind: "findings", list, context: controller.context });
  }

  /** Tells what the session cost, and what changed in the course of it. */
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
    if (this.#dialogHost.panel !== panel || this.controller !== controller) return; // the reader moved on
    if (found) this.close();
    else this.open({ kind: "goto", missing: true });
  }
}
