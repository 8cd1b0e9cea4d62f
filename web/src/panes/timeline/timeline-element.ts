import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { onChange } from "../../base/signals";
import type { Actor } from "../../parser/model";
import { strings } from "./strings";
import type { SessionController } from "../session-controller";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import { Axis, type AxisMode } from "../../session/timeline/axis";
import { Colors, colorProbes } from "../../session/timeline/colors";
import { colorStyles } from "../../session/timeline/color-styles";
import { LANE_HEIGHT, MAX_LANE_HEIGHT, MIN_LANE_HEIGHT, sizesOf } from "../../session/timeline/geometry";
import { hoverCard, placeCard } from "./hover-card";
import { head, names } from "./head";
import { handleKey } from "./keys";
import { formsIn, legendLine } from "./legend";
import { Listing } from "./listing";
import { Moments } from "./entry-cache";
import { options } from "./options";
import { search } from "../../session/timeline/in-view";
import type { Scene } from "../../session/timeline/scene";
import { TimelineRenderer } from "../../session/timeline/canvas-renderer";
import { Pointing } from "./pointing";
import { VisibleEntries } from "./visible-entries";
import { Viewport } from "../../session/timeline/view-transform";
import { type Spans, readSpans } from "../../session/timeline/spans";
import { timelineStyles } from "./timeline-styles";
import { turnAround } from "./turn";
import { ignoreParserLoss } from "../../parser/parser-loss";
import { baseStyles } from "../../ui/base-styles";
import { Resizer } from "../../ui/resizer";

const MOVE = 160; // ms

/** The strip above a conversation that shows how its time was spent. */
class TimelineElement extends Pane {
  #spans: Spans | undefined;
  #listing: Listing | undefined;
  #moments: Moments | undefined;
  #actors: readonly Actor[] = [];
  #forms: ReturnType<typeof formsIn> = new Set();
  #axis: Axis | undefined;
  #viewport: Viewport | undefined;
  #pace: AxisMode = "time"; // as the user chose it; without recorded times, entries are steps
  #folded = true;
  #allLanes = false;
  #sizes = sizesOf(LANE_HEIGHT);
  #colors: Colors | undefined;
  #font = "";
  #cursor: number | undefined; // the entry at the keyboard cursor
  #focused = false;
  #frame = 0;
  #moving: { readonly from: Viewport; readonly to: Viewport; readonly since: number } | undefined;
  #width = 0;
  readonly #picture = new TimelineRenderer();
  readonly #loader = new PaneLoader(this, (signal) => this.#load(signal));
  readonly #visible = new VisibleEntries(() => this.#schedule());
  readonly #pointing = new Pointing({
    scene: () => this.scene,
    hasOnlyLanes: () => this.controller.viewer.fillsPage,
    show: (viewport) => this.#show(viewport),
    move: (viewport) => this.#move(viewport),
    scrollTo: (x) => this.#scrollTo(x),
    open: (entry) => void this.#open(entry),
    moved: () => this.#schedule(),
    changed: () => this.requestUpdate(),
  });
  readonly #resizes = new ResizeObserver(() => this.#resized());
  readonly #resizer = new Resizer({
    label: strings.height,
    edge: "bottom",
    min: 2 * MIN_LANE_HEIGHT,
    max: () => 2 * MAX_LANE_HEIGHT,
    size: () => 2 * this.#sizes.main,
    resize: (height) => {
      this.#sizes = sizesOf(Math.round(height / 2));
      this.requestUpdate();
    },
  });

  // Lifecycle

  protected override sessionChanged(): void {
    this.#spans = this.#listing = this.#moments = this.#axis = this.#viewport = this.#cursor = undefined;
    this.#actors = [];
    this.#pointing.clear();
    this.#visible.clear();
    this.#loader.load();
  }

  protected override follow(controller: SessionController): readonly (() => void)[] {
    const { conversation } = controller.context;
    controller.timeline = this;
    return [
      onChange(controller.dataVersion, this.#loader.reload),
      onChange([controller.viewportVersion, controller.viewState, conversation.rowsVersion], () =>
        this.#updateVisible(),
      ),
      () => {
        if (controller.timeline === this) controller.timeline = undefined;
      },
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { api, session } = this.controller;
    const spans = await readSpans(api, session);
    if (spans !== undefined && !signal.aborted && spans.built !== this.#spans?.built) this.#take(spans);
  }

  #take(spans: Spans): void {
    const { controller } = this;
    this.#spans = spans;
    this.#listing = new Listing(spans);
    this.#forms = formsIn(spans);
    this.#moments = new Moments(controller.api, controller.session, spans.built, () => this.requestUpdate());
    if (this.#cursor !== undefined && this.#cursor >= spans.total) this.#cursor = undefined;
    this.#pointing.clear();
    this.#layOut();
    void this.#loadNames(spans);
    this.#updateVisible();
    this.requestUpdate();
  }

  /** Loads the names of the agents' lanes. */
  async #loadNames(spans: Spans): Promise<void> {
    this.#actors = [];
    while (this.#actors.length < spans.agents.length) {
      const { api, session } = this.controller;
      const request = { session, built: spans.built, from: this.#actors.length };
      const actors = (await ignoreParserLoss(api.query("timelineActors", request))) ?? [];
      if (actors.length === 0 || spans !== this.#spans) return;
      this.#actors = [...this.#actors, ...actors];
      this.requestUpdate();
    }
  }

  /** Lays out the entries again. */
  #layOut(): void {
    const spans = this.#spans;
    if (spans === undefined) return;
    const before = this.#viewport;
    this.#axis = new Axis(spans, spans.times === "recorded" ? this.#pace : "even", this.#folded);
    this.#moving = undefined;
    this.#viewport = before === undefined ? undefined : before.onAxis(this.#axis);
    this.#schedule();
  }

  /** Updates the range of visible rows. */
  #updateVisible(): void {
    const list = this.controller.viewer.list();
    if (this.#spans !== undefined && list !== undefined) this.#visible.update(this.controller, list, this.#spans.built);
  }

  // Viewport

  /** Zooms to the current turn. */
  zoomToTurn(): void {
    const at = this.#focused ? this.#cursor : this.#visible.entries?.[0];
    if (this.#spans === undefined || this.#axis === undefined || at === undefined) return;
    this.#move(Viewport.between(this.#axis, this.#width, ...turnAround(this.#spans, at)));
  }

  #show(viewport: Viewport): void {
    this.#moving = undefined;
    this.#viewport = viewport;
    this.#schedule();
    this.requestUpdate();
  }

  /** Moves the viewport with a transition, or at once for users who prefer reduced motion. */
  #move(to: Viewport): void {
    const from = this.#viewport;
    if (from === undefined || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#show(to);
    this.#moving = { from, to, since: performance.now() };
    this.#schedule();
    this.requestUpdate();
  }

  #zoom(factor: number): void {
    const viewport = this.#moving?.to ?? this.#viewport;
    if (viewport !== undefined) this.#move(viewport.zoomedAt(factor, viewport.width / 2));
  }

  /** Scrolls the conversation to a position on the strip. */
  #scrollTo(x: number): void {
    const [spans, viewport, list] = [this.#spans, this.#viewport, this.controller.viewer.list()];
    if (spans === undefined || viewport === undefined || list === undefined) return;
    const end = spans.ends[0] ?? 1;
    const entry = search(viewport.axis.start, 0, end, viewport.at(x).unit);
    this.#visible.scrollTo(this.controller, list, spans.built, Math.min(entry, end - 1));
  }

  async #open(entry: number): Promise<void> {
    this.#cursor = entry;
    this.#schedule();
    const { controller } = this;
    const moment = await this.#moments?.ask(entry);
    // Another session may be shown by now.
    if (moment !== undefined && controller === this.controller) await controller.goTo(moment.key);
  }

  // Keys

  readonly #onKey = (event: KeyboardEvent): void => {
    const [spans, listing, viewport] = [this.#spans, this.#listing, this.#moving?.to ?? this.#viewport];
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      spans === undefined ||
      listing === undefined ||
      viewport === undefined
    )
      return;
    const handled = handleKey(event.key, event.shiftKey, {
      spans,
      listing,
      viewport,
      allLanes: this.#allLanes,
      at: this.#cursor ?? this.#visible.entries?.[0] ?? 0,
      moveCursor: (entry) => this.#moveCursor(entry),
      move: (to) => this.#move(to),
      open: (entry) => void this.#open(entry),
    });
    if (!handled) return;
    this.#focused = true; // a click may have given the focus
    event.preventDefault();
    event.stopPropagation();
  };

  /** Moves the keyboard cursor to an entry, and the entry into view. */
  #moveCursor(entry: number): void {
    this.#cursor = entry;
    const viewport = this.#moving?.to ?? this.#viewport;
    if (viewport?.zoomed) {
      const x = viewport.startX(entry);
      if (x < 12 || x > viewport.width - 12) this.#move(viewport.moved(x - viewport.width / 2));
    }
    this.#schedule();
    this.requestUpdate();
  }

  // Drawing

  #schedule(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #resized(): void {
    const stage = this.renderRoot.querySelector(".stage");
    const width = Math.floor(stage?.clientWidth ?? 0);
    if (width === this.#width) return;
    this.#width = width;
    this.#moving = undefined;
    if (width === 0) {
      this.#colors = undefined; // the theme can change while it is hidden, where no transition ends
      return;
    }
    this.#viewport = this.#viewport?.resized(width);
    this.#schedule();
  }

  get scene(): Scene | undefined {
    const spans = this.#spans;
    const viewport = this.#viewport;
    if (spans === undefined || viewport === undefined || this.#colors === undefined) return undefined;
    return {
      spans,
      viewport,
      allLanes: this.#allLanes,
      sizes: this.#sizes,
      selection: this.#pointing.selection,
      brush: this.#pointing.brush ?? this.#visible.brush(spans, viewport),
      hovered: this.#pointing.hit?.entry,
      cursor: this.#focused ? this.#cursor : undefined,
      pointer: this.#pointing.x,
      colors: this.#colors,
      dates: this.controller.dates,
      font: this.#font,
    };
  }

  #draw(): void {
    this.#frame = 0;
    const canvas = this.renderRoot.querySelector("canvas");
    const probes = this.renderRoot.querySelector(".probes");
    if (
      canvas === null ||
      probes === null ||
      this.#axis === undefined ||
      this.#spans === undefined ||
      this.#width === 0
    )
      return;
    if (this.#colors === undefined) {
      this.#colors = new Colors(probes);
      this.#font = `11px ${getComputedStyle(this).fontFamily}`;
    }
    this.#viewport ??= Viewport.whole(this.#axis, this.#width);
    if (this.#moving !== undefined) {
      const { from, to, since } = this.#moving;
      const share = Math.min(1, (performance.now() - since) / MOVE);
      this.#viewport = from.interpolate(to, 1 - (1 - share) ** 3);
      if (share < 1) this.#schedule();
      else this.#moving = undefined;
    }
    this.#pointing.update();
    const { scene } = this;
    if (scene === undefined) return;
    this.#picture.draw(canvas, scene);
    const pointer = this.#pointing.hit === undefined ? undefined : this.#pointing.x;
    placeCard({ host: this, root: this.renderRoot }, scene, { entry: this.#describedEntry, pointer });
  }

  /** The entry with a card. */
  get #describedEntry(): number | undefined {
    return this.#pointing.dragging
      ? undefined
      : (this.#pointing.hit?.entry ?? (this.#focused ? this.#cursor : undefined));
  }

  readonly #recolor = (): void => {
    this.#colors = undefined;
    this.#schedule();
  };

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const stage = this.renderRoot.querySelector<HTMLElement>(".stage");
    const list = this.renderRoot.querySelector<HTMLElement>(".list");
    if (stage !== null && list !== null) {
      this.#resizes.observe(stage);
      this.#pointing.follow(list);
      this.#resized();
    }
    for (const name of this.renderRoot.querySelectorAll<HTMLElement>(".names > *"))
      name.style.top = `${name.dataset.top ?? 0}px`;
    this.#schedule();
  }

  protected override render(): TemplateResult {
    const spans = this.#spans;
    const fills = this.controller.viewer.fillsPage;
    const probes = html`${colorProbes()}<i class="watch" @transitionend=${this.#recolor}></i>`;
    if (spans === undefined)
      return html`${probes}
        <div class="room ${fills ? "filled" : ""}"></div>`;
    if (spans.total === 0)
      return html`${probes}
        <p class="none">${strings.nothing}</p>`;
    const again = (): void => {
      this.#layOut();
      this.requestUpdate();
    };
    const entry = this.#describedEntry;
    const moment = entry === undefined ? undefined : this.#moments?.get(entry);
    return html`${probes}
      <section aria-label=${strings.title}>
        ${head(spans, {
          forms: this.#forms,
          pace: this.#pace,
          folded: this.#folded,
          zoomed: (this.#moving?.to ?? this.#viewport)?.zoomed === true,
          setPace: (pace) => {
            this.#pace = pace;
            again();
          },
          setFolded: (folded) => {
            this.#folded = folded;
            again();
          },
          zoom: (factor) => this.#zoom(factor),
          fills,
          play: () => this.controller.setOpen("play", true),
          whole: () => this.#viewport !== undefined && this.#move(this.#viewport.all()),
        })}
        <div class="lanes">
          <div class="names">
            ${names(spans, {
              actors: this.#actors,
              allLanes: this.#allLanes,
              sizes: this.#sizes,
              setAllLanes: (all) => {
                this.#allLanes = all;
                this.requestUpdate();
              },
            })}
          </div>
          <div class="stage">
            <canvas aria-hidden="true"></canvas>
            ${this.#list(spans)}
          </div>
        </div>
        ${fills ? html`${legendLine(this.#forms)} ${this.#resizer.handle()}` : nothing}
        ${hoverCard(this.controller, spans, { entry, moment, count: this.#pointing.hit?.count ?? 1 })}
      </section>`;
  }

  /** Renders the entries around the keyboard cursor as a list for screen readers. */
  #list(spans: Spans): TemplateResult {
    const listing = this.#listing;
    const at = this.#cursor ?? listing?.at(0);
    if (listing === undefined || at === undefined) return html``;
    return html`<div
      class="list"
      role="listbox"
      tabindex="0"
      aria-label=${strings.list(listing.size)}
      aria-orientation="horizontal"
      aria-activedescendant=${this.#focused ? `entry-${at}` : nothing}
      @keydown=${this.#onKey}
      @focus=${this.#onFocus}
      @blur=${() => {
        this.#focused = false;
        this.requestUpdate();
      }}
    >
      ${options(this.controller, spans, listing, at, this.#focused ? this.#moments : undefined)}
    </div>`;
  }

  readonly #onFocus = (): void => {
    this.#focused = this.renderRoot.querySelector(".list:focus-visible") !== null;
    this.#cursor ??= this.#visible.entries?.[0];
    this.requestUpdate();
  };

  static override styles = [baseStyles, colorStyles, timelineStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-timeline": TimelineElement;
  }
}

export function draw(controller: SessionController): TemplateResult {
  definePane("unspool-timeline", TimelineElement);
  return html`<unspool-timeline .controller=${controller}></unspool-timeline>`;
}
