import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { marked } from "../../rows/marked";
import type { Actor } from "../../worker/model";
import { paneWords } from "unspool:pane-words";
import type { Desk, DeskChange } from "../desk";
import { Pane } from "../pane";
import { Axis, type Pace } from "./axis";
import { type Colours, colourNames, readColours } from "./colours";
import { entryWords } from "./entry";
import { AGENTS_TOP, AGENT_LANE, FEW_LANES, MAIN_LINE, heightOf, lanesShown } from "./geometry";
import { legend } from "./legend";
import { Listing } from "./listing";
import { Moments } from "./moments";
import { type Scene, paint, placeOf } from "./paint";
import { Pointing } from "./pointing";
import { Seen } from "./seen";
import { Sight } from "./sight";
import { type Spans, laneOfEntry, readSpans } from "./spans";
import { timelineStyles } from "./styles";

const AGAIN = 500; // ms between two looks at a session that is being read, and ten times what one took
const AROUND = 5; // entries of the list before and after the one that is walked to
const MOVE = 160; // ms

/** The strip over a conversation: what its time was spent on. */
export class TimelineElement extends Pane {
  #spans: Spans | undefined;
  #listing: Listing | undefined;
  #moments: Moments | undefined;
  #actors: readonly Actor[] = [];
  #axis: Axis | undefined;
  #sight: Sight | undefined;
  #pace: Pace = "time";
  #folded = true;
  #allLanes = false;
  #colours: Colours | undefined;
  #walked: number | undefined; // where the keys are
  #focused = false;
  #frame = 0;
  #moving: { readonly from: Sight; readonly to: Sight; readonly since: number } | undefined;
  #width = 0;
  #reading = false;
  #again = false;
  #wait: ReturnType<typeof setTimeout> | undefined;
  readonly #seen = new Seen(() => this.#schedule());
  readonly #pointing = new Pointing({
    scene: () => this.scene,
    show: (sight) => this.#show(sight),
    scrollTo: (x) => this.#scrollTo(x),
    open: (entry) => void this.#open(entry),
    changed: () => {
      this.#schedule();
      this.requestUpdate();
    },
  });
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #unsubscribe: () => void = () => undefined;

  // What happens around it

  protected override sessionChanged(): void {
    const { desk } = this;
    this.#spans = this.#listing = this.#moments = this.#axis = this.#sight = this.#walked = undefined;
    this.#actors = [];
    this.#pointing.clear();
    this.#seen.clear();
    this.#unsubscribe();
    this.#unsubscribe = desk.context.conversation.subscribe((change) => {
      if (change === "rows") this.#look();
    });
    void this.#read(desk);
  }

  protected override deskChanged(change: DeskChange): void {
    if (change === "data") void this.#read(this.desk);
    else if (change === "sight" || change === "look") this.#look();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.sessionChanged();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#wait);
    this.#frame = 0;
    this.#reading = this.#again = false;
  }

  /** Asks for the timeline as it is now; while the session is being read, not all the time. */
  async #read(desk: Desk): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    const began = performance.now();
    const spans = await readSpans(desk.api, desk.session).catch(() => undefined); // a parser that died is told elsewhere
    if (!this.isConnected) return;
    if (desk === this.desk && spans !== undefined && spans.built !== this.#spans?.built) this.#take(spans);
    this.#wait = setTimeout(() => {
      this.#reading = false;
      if (!this.#again) return;
      this.#again = false;
      void this.#read(this.desk);
    }, desk === this.desk ? Math.max(AGAIN, 10 * (performance.now() - began)) : 0);
    if (desk !== this.desk) this.#again = true;
  }

  #take(spans: Spans): void {
    const { desk } = this;
    this.#spans = spans;
    this.#listing = new Listing(spans);
    this.#moments = new Moments(desk.api, desk.session, spans.built, () => this.requestUpdate());
    if (this.#walked !== undefined && this.#walked >= spans.total) this.#walked = undefined;
    if (spans.timeless) this.#pace = "even";
    this.#pointing.clear();
    this.#lay();
    void this.#name(spans);
    this.#look();
    this.requestUpdate();
  }

  /** Names the lanes of agents, where each has one of its own. */
  async #name(spans: Spans): Promise<void> {
    this.#actors = [];
    if (spans.agents.length === 0) return;
    const actors = await this.desk.api.ask("timelineActors", this.desk.session, spans.built, 0).catch(() => null);
    if (actors === null || spans !== this.#spans) return;
    this.#actors = actors;
    this.requestUpdate();
  }

  /** Puts the entries along the strip anew. */
  #lay(): void {
    const spans = this.#spans;
    if (spans === undefined) return;
    const before = this.#sight;
    this.#axis = new Axis(spans, this.#pace, this.#folded);
    this.#moving = undefined;
    this.#sight = before === undefined ? undefined : before.on(this.#axis);
    this.#schedule();
  }

  /** Asks what is in sight of the conversation. */
  #look(): void {
    const list = this.desk.viewer.list();
    if (this.#spans !== undefined && list !== undefined) this.#seen.look(this.desk, list, this.#spans.built);
  }

  // What it shows

  /** Turns closer to the turn that is read. */
  zoomToTurn(): void {
    const spans = this.#spans;
    const at = this.#focused ? this.#walked : this.#seen.entries?.[0];
    if (spans === undefined || this.#axis === undefined || at === undefined) return;
    let main = at;
    if (laneOfEntry(spans, at) > 0) {
      main = 0;
      while (main + 1 < (spans.ends[0] ?? 0) && (spans.start[main + 1] ?? 0) <= (spans.start[at] ?? 0)) main++;
    }
    const turn = spans.turn[main];
    let from = main;
    while (from > 0 && spans.turn[from - 1] === turn) from--;
    let end = from;
    let to = spans.start[from] ?? 0;
    let begins = Infinity;
    while (end < (spans.ends[0] ?? 0) && spans.turn[end] === turn) {
      if (spans.kind[end] !== 7) begins = Math.min(begins, spans.start[end] ?? 0); // not the wait before it
      to = Math.max(to, spans.end[end] ?? 0);
      end++;
    }
    const room = Math.max((to - begins) * 0.03, 1);
    this.#move(Sight.of(this.#axis, this.#width, begins - room, to + room));
  }

  #show(sight: Sight): void {
    this.#moving = undefined;
    this.#sight = sight;
    this.#schedule();
    this.requestUpdate();
  }

  /** Moves there, at once for those who want no movement. */
  #move(to: Sight): void {
    const from = this.#sight;
    if (from === undefined || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#show(to);
    this.#moving = { from, to, since: performance.now() };
    this.#schedule();
    this.requestUpdate();
  }

  #zoom(factor: number): void {
    const sight = this.#moving?.to ?? this.#sight;
    if (sight !== undefined) this.#move(sight.zoomedAt(factor, sight.width / 2));
  }

  #whole(): void {
    if (this.#axis !== undefined) this.#move(Sight.whole(this.#axis, this.#width));
  }

  #setPace(pace: Pace): void {
    this.#pace = pace;
    this.#lay();
    this.requestUpdate();
  }

  /** Scrolls the conversation to what stands at a place of the strip. */
  #scrollTo(x: number): void {
    const { scene } = this;
    const list = this.desk.viewer.list();
    if (scene === undefined || list === undefined) return;
    const { unit } = scene.sight.at(x);
    const { start } = scene.sight.axis;
    let low = 0;
    let high = scene.spans.ends[0] ?? 0;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((start[mid] ?? 0) < unit) low = mid + 1;
      else high = mid;
    }
    this.#seen.scrollTo(this.desk, list, scene.spans.built, Math.min(low, (scene.spans.ends[0] ?? 1) - 1));
  }

  async #open(entry: number): Promise<void> {
    this.#walked = entry;
    this.#schedule();
    const moment = await this.#moments?.ask(entry);
    if (moment !== undefined) await this.desk.goTo(moment.key);
  }

  // Keys

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#press(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Does what a key stands for; false for those that are not ours. */
  #press(key: string, shift: boolean): boolean {
    const listing = this.#listing;
    const spans = this.#spans;
    const sight = this.#moving?.to ?? this.#sight;
    if (listing === undefined || spans === undefined || sight === undefined || listing.size === 0) return false;
    const at = this.#walked ?? listing.at(0) ?? 0;
    const lanes = lanesShown(spans, this.#allLanes);
    switch (key) {
      case "ArrowRight":
      case "ArrowLeft": {
        const by = key === "ArrowRight" ? 1 : -1;
        if (shift) this.#move(sight.moved(by * sight.width * 0.3));
        else this.#walk(listing.step(at, by));
        return true;
      }
      case "ArrowDown":
      case "ArrowUp": {
        const other = listing.across(at, key === "ArrowDown" ? 1 : -1, lanes);
        if (other !== undefined) this.#walk(other);
        return true;
      }
      case "PageDown":
      case "PageUp":
        this.#move(sight.moved((key === "PageDown" ? 1 : -1) * sight.width * 0.9));
        return true;
      case "Home":
        this.#walk(listing.at(listing.lane(at).from) ?? at);
        return true;
      case "End": {
        const { from, size } = listing.lane(at);
        this.#walk(listing.at(from + size - 1) ?? at);
        return true;
      }
      case "Enter":
      case " ":
        void this.#open(at);
        return true;
      case "+":
      case "=":
        this.#zoomAtWalked(2);
        return true;
      case "-":
      case "_":
        this.#zoomAtWalked(0.5);
        return true;
      case "0":
        this.#whole();
        return true;
      default:
        return false;
    }
  }

  #zoomAtWalked(factor: number): void {
    const sight = this.#moving?.to ?? this.#sight;
    if (sight === undefined) return;
    const x = this.#walked === undefined ? -1 : sight.startX(this.#walked);
    this.#move(sight.zoomedAt(factor, x >= 0 && x <= sight.width ? x : sight.width / 2));
  }

  /** Goes to an entry by the keys, and brings it into view. */
  #walk(entry: number): void {
    this.#walked = entry;
    const sight = this.#moving?.to ?? this.#sight;
    if (sight !== undefined && sight.zoomed) {
      const x = sight.startX(entry);
      if (x < 12 || x > sight.width - 12) this.#move(sight.moved(x - sight.width / 2));
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
    if (width === 0 || width === this.#width) return;
    this.#width = width;
    this.#moving = undefined;
    this.#sight = this.#sight?.resized(width);
    this.#schedule();
  }

  get scene(): Scene | undefined {
    const spans = this.#spans;
    const sight = this.#sight;
    if (spans === undefined || sight === undefined || this.#colours === undefined) return undefined;
    return {
      spans,
      sight,
      allLanes: this.#allLanes,
      brush: this.#pointing.brush ?? this.#seen.brush(spans, sight),
      hovered: this.#pointing.hit?.entry,
      walked: this.#focused ? this.#walked : undefined,
      pointer: this.#pointing.x,
      colours: this.#colours,
      dates: this.desk.dates,
      font: `11px ${getComputedStyle(this).fontFamily}`,
    };
  }

  #draw(): void {
    this.#frame = 0;
    const canvas = this.renderRoot.querySelector("canvas");
    const probes = this.renderRoot.querySelector(".probes");
    if (canvas === null || probes === null || this.#axis === undefined || this.#spans === undefined || this.#width === 0) return;
    this.#colours ??= readColours(probes);
    this.#sight ??= Sight.whole(this.#axis, this.#width);
    if (this.#moving !== undefined) {
      const { from, to, since } = this.#moving;
      const share = Math.min(1, (performance.now() - since) / MOVE);
      this.#sight = from.towards(to, 1 - (1 - share) ** 3);
      if (share < 1) this.#schedule();
      else this.#moving = undefined;
    }
    this.#pointing.look();
    const { scene } = this;
    const context = canvas.getContext("2d");
    if (scene === undefined || context === null) return;
    const height = heightOf(lanesShown(this.#spans, this.#allLanes));
    const ratio = Math.min(devicePixelRatio, 3);
    const [wide, high] = [Math.round(this.#width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
      canvas.style.height = `${height}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.#width, height);
    paint(context, scene);
    this.#placeTip(scene);
  }

  /** The words about an entry stand below it, within the strip's width. */
  #placeTip(scene: Scene): void {
    const tip = this.renderRoot.querySelector<HTMLElement>(".tip");
    const stage = this.renderRoot.querySelector(".stage");
    const entry = this.#tipped;
    if (tip === null || stage === null || entry === undefined) return;
    const place = placeOf(scene, entry, lanesShown(scene.spans, this.#allLanes));
    if (place === undefined) return;
    const [outer, inner] = [this.getBoundingClientRect(), stage.getBoundingClientRect()];
    const x = inner.left - outer.left + (this.#pointing.hit === undefined ? Math.max(0, place.x) : (this.#pointing.x ?? place.x));
    tip.style.left = `${Math.max(8, Math.min(x - 24, outer.width - tip.offsetWidth - 8))}px`;
    tip.style.top = `${inner.top - outer.top + place.y + place.height + 12}px`;
  }

  /** The entry that words are shown about. */
  get #tipped(): number | undefined {
    return this.#pointing.dragging ? undefined : (this.#pointing.hit?.entry ?? (this.#focused ? this.#walked : undefined));
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector(".watch")?.addEventListener("transitionend", () => {
      this.#colours = undefined;
      this.#schedule();
    });
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const stage = this.renderRoot.querySelector<HTMLElement>(".stage");
    const list = this.renderRoot.querySelector<HTMLElement>(".list");
    if (stage !== null && list !== null) {
      this.#sizes.observe(stage);
      this.#pointing.follow(list);
      this.#resized();
    }
    for (const name of this.renderRoot.querySelectorAll<HTMLElement>(".names > *")) name.style.top = `${name.dataset["top"] ?? 0}px`;
    this.#schedule();
  }

  protected override render(): TemplateResult {
    const say = paneWords.timeline;
    const spans = this.#spans;
    const probes = html`<div class="probes">${colourNames.map((name) => html`<i class=${name}></i>`)}</div>
      <i class="watch"></i>`;
    if (spans === undefined || spans.total === 0) return html`${probes}${spans === undefined ? nothing : html`<p class="none">${say.nothing}</p>`}`;
    const notes = [spans.timeless ? say.timeless : "", spans.backward > 0 ? say.backward(spans.backward) : "", spans.joined ? say.joined : ""].filter((note) => note !== "");
    const sight = this.#moving?.to ?? this.#sight;
    return html`${probes}
      <div class="head">
        <div class="about">
          ${legend(spans)}
          ${notes.length === 0 ? nothing : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
        </div>
        <div class="tools">
          ${spans.timeless ? nothing : this.#paces(spans)}
          <div class="group" role="group" aria-label=${say.zoom}>
            <button type="button" aria-label=${say.out} title=${say.out} ?disabled=${sight?.zoomed !== true} @click=${() => this.#zoom(0.5)}>−</button>
            <button type="button" title=${say.wholeKey} ?disabled=${sight?.zoomed !== true} @click=${() => this.#whole()}>${say.whole}</button>
            <button type="button" aria-label=${say.in} title=${say.in} @click=${() => this.#zoom(2)}>+</button>
          </div>
        </div>
      </div>
      <div class="lanes">
        <div class="names">${this.#names(spans)}</div>
        <div class="stage">
          <canvas aria-hidden="true"></canvas>
          ${this.#list(spans)}
        </div>
      </div>
      ${this.#tip(spans)}`;
  }

  #paces(spans: Spans): TemplateResult {
    const say = paneWords.timeline;
    const pace = (name: Pace, words: string, title: string): TemplateResult =>
      html`<button type="button" aria-pressed=${this.#pace === name} title=${title} @click=${() => this.#setPace(name)}>${words}</button>`;
    return html`${this.#pace === "time" && spans.gaps.length > 0
        ? html`<div class="group">
            <button
              type="button"
              aria-pressed=${this.#folded}
              title=${say.foldTitle}
              @click=${() => {
                this.#folded = !this.#folded;
                this.#lay();
                this.requestUpdate();
              }}
            >
              ${say.fold}
            </button>
          </div>`
        : nothing}
      <div class="group" role="group" aria-label=${say.pace}>${pace("time", say.time, say.timeTitle)}${pace("even", say.even, say.evenTitle)}</div>`;
  }

  /** What the lanes are called. */
  #names(spans: Spans): TemplateResult {
    const say = paneWords.timeline;
    const lanes = lanesShown(spans, this.#allLanes);
    const more = spans.lanes.length - 1 - FEW_LANES;
    const own = spans.agents.length <= spans.lanes.length - 1;
    return html`<span data-top=${MAIN_LINE - 8}>${say.main}</span>
      ${Array.from({ length: lanes - 1 }, (_, at) => {
        const lane = at + 1;
        const agent = own ? spans.agents.indexOf(lane) : -1;
        const actor = this.#actors[agent];
        const internal = spans.internal && lane === spans.lanes.length - 1;
        const name = internal ? say.internal : actor === undefined ? (at === 0 ? say.agents(spans.agents.length) : "") : actor.task || actor.name || say.agent;
        const last = at === FEW_LANES - 1 && more > 0 && !this.#allLanes;
        return last ? nothing : html`<span data-top=${AGENTS_TOP + at * AGENT_LANE - 1}>${marked(name)}</span>`;
      })}
      ${more > 0 && !this.#allLanes ? this.#lanesButton(say.moreLanes(more + 1), AGENTS_TOP + (FEW_LANES - 1) * AGENT_LANE - 1) : nothing}
      ${more > 0 && this.#allLanes ? this.#lanesButton(say.fewerLanes, 2) : nothing}`;
  }

  #lanesButton(words: string, top: number): TemplateResult {
    return html`<button
      type="button"
      data-top=${top}
      aria-expanded=${this.#allLanes}
      @click=${() => {
        this.#allLanes = !this.#allLanes;
        this.requestUpdate();
      }}
    >
      ${words}
    </button>`;
  }

  /** The strip as a list for those who listen: the entries around the one that is walked to. */
  #list(spans: Spans): TemplateResult {
    const listing = this.#listing;
    const at = this.#walked ?? listing?.at(0);
    if (listing === undefined || at === undefined) return html``;
    const { from, size } = listing.lane(at);
    const middle = listing.place(at);
    const around = this.#focused ? AROUND : 0;
    const options: TemplateResult[] = [];
    for (let place = Math.max(from, middle - around); place <= Math.min(from + size - 1, middle + around); place++) {
      const entry = listing.at(place) ?? 0;
      options.push(
        html`<div role="option" id="entry-${entry}" aria-selected=${place === middle} aria-posinset=${place - from + 1} aria-setsize=${size}>
          ${entryWords(this.desk, spans, entry, this.#focused ? this.#moments?.get(entry) : undefined)}
        </div>`,
      );
    }
    return html`<div
      class="list"
      role="listbox"
      tabindex="0"
      aria-label=${paneWords.timeline.list(listing.size)}
      aria-orientation="horizontal"
      aria-activedescendant=${this.#focused ? `entry-${at}` : nothing}
      @keydown=${this.#onKey}
      @focus=${this.#onFocus}
      @blur=${() => {
        this.#focused = false;
        this.requestUpdate();
      }}
    >
      ${options}
    </div>`;
  }

  readonly #onFocus = (): void => {
    this.#focused = this.renderRoot.querySelector(".list:focus-visible") !== null;
    this.#walked ??= this.#seen.entries?.[0];
    this.requestUpdate();
  };

  #tip(spans: Spans): TemplateResult {
    const entry = this.#tipped;
    const count = this.#pointing.hit?.count ?? 1;
    return html`<div class="tip" aria-hidden="true" ?hidden=${entry === undefined}>
      ${entry === undefined ? nothing : entryWords(this.desk, spans, entry, this.#moments?.get(entry))}
      ${count > 1 ? html`<span class="facts">${paneWords.timeline.moreHere(count - 1)}</span>` : nothing}
    </div>`;
  }

  static override styles = timelineStyles;
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-timeline": TimelineElement;
  }
}
