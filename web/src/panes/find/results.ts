import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { Dates } from "../../session/format";
import { isoTime } from "../../session/format";
import { marked } from "../../content/visible-text";
import type { Match } from "../../parser/model";
import { verb } from "../../rows/tools";
import { strings } from "./strings";
import { number, times } from "../../base/format";
import { outsideOfTurns } from "../strings";
import { strings as rowStrings } from "../../rows/strings";
import { excerpt } from "./excerpt";
import { type ResultLine, ResultLines } from "./lines";
import { resultStyles } from "./result-styles";
import { baseStyles } from "../../ui/base-styles";

const BEYOND = 300; // px that are drawn above and below what is in sight

/** The results, of which only those in sight are in the page. */
export class ResultsElement extends LitElement {
  @property({ attribute: false }) lines!: ResultLines;
  /** The number of the match that the reader was led to, -1 for none. */
  @property({ attribute: false }) current!: number;
  @property({ attribute: false }) dates!: Dates;
  @property({ attribute: false }) titleOf!: (session: number) => string;
  @property({ attribute: false }) choose!: (nth: number) => void;

  readonly #sizes = new ResizeObserver(() => this.requestUpdate());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    this.addEventListener("scroll", this.#onScroll, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.removeEventListener("scroll", this.#onScroll);
  }

  readonly #onScroll = (): void => this.requestUpdate();

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".list")?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const { lines } = this;
    const from = lines.at(this.scrollTop - BEYOND);
    const to = lines.at(this.scrollTop + this.clientHeight + BEYOND);
    const shown = lines.all.slice(from, to + 1).map((line, at) => ({ line, at: from + at }));
    const active = shown.some(({ line }) => line.kind === "match" && line.nth === this.current);
    return html`<div
      class="list"
      role="listbox"
      tabindex="0"
      aria-label=${strings.results}
      aria-activedescendant=${active ? `match-${this.current}` : nothing}
      @keydown=${this.#onKey}
    >
      ${repeat(
        shown,
        ({ line, at }) => (line.kind === "match" ? `match ${line.nth}` : at),
        ({ line, at }) => this.#line(line, at),
      )}
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const list = this.renderRoot.querySelector<HTMLElement>(".list");
    if (list !== null) list.style.height = `${this.lines.height}px`;
    for (const line of this.renderRoot.querySelectorAll<HTMLElement>("[data-at]"))
      line.style.top = `${this.lines.top(Number(line.dataset.at))}px`;
    if (changed.has("current")) this.#follow();
  }

  /** Scrolls as little as need be to the match that the reader was led to, and to its turn with the first. */
  #follow(): void {
    const at = this.lines.all.findIndex((line) => line.kind === "match" && line.nth === this.current);
    if (at < 0) return;
    const first = this.lines.all[at - 1]?.kind === "turn" ? at - 1 : at;
    const [top, bottom] = [this.lines.top(first), this.lines.bottom(at)];
    if (top < this.scrollTop) this.scrollTop = top;
    else if (bottom > this.scrollTop + this.clientHeight) this.scrollTop = bottom - this.clientHeight;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(this.clientHeight / 64) - 1);
    const last = this.lines.matches.length - 1;
    const to = {
      ArrowDown: this.current + 1,
      ArrowUp: this.current - 1,
      PageDown: this.current + page,
      PageUp: this.current - page,
      Home: 0,
      End: last,
      Enter: this.current,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (last >= 0) this.choose(Math.max(0, Math.min(last, to)));
  };

  #line(line: ResultLine, at: number): TemplateResult {
    switch (line.kind) {
      case "session":
        return html`<div class="session" role="presentation" data-at=${at}>
          <span dir="auto">${marked(this.titleOf(line.session))}</span
          ><span class="number">${number(line.places)}</span>
        </div>`;
      case "turn":
        return html`<div class="turn" role="presentation" data-at=${at}>
          <span class="nth">${line.turn.turn === 0 ? "" : line.turn.turn}</span
          ><span class="title" dir="auto">${marked(turnTitle(line))}</span
          ><span class="number">${number(line.places)}</span>
        </div>`;
      case "match":
        return this.#match(line.match, line.nth, at);
    }
  }

  #match(match: Match, nth: number, at: number): TemplateResult {
    const { time, count, failed } = match;
    const { before, words, after } = excerpt(match);
    return html`<div
      class="match"
      role="option"
      id="match-${nth}"
      data-at=${at}
      aria-selected=${nth === this.current}
      aria-setsize=${this.lines.matches.length}
      aria-posinset=${nth + 1}
      @click=${() => this.choose(nth)}
    >
      <div class="label">
        <span class="kind ellipsis" ?data-failed=${failed}>${marked(labelOf(match))}</span
        ><span class="unseen">${match.turn > 0 ? strings.turn(match.turn) : ""}</span
        >${count > 1 ? html`<span class="times">${times(count)}</span>` : nothing}
        ${time > 0 ? html`<time datetime=${isoTime(time)} title=${this.dates.fullTime(time)}>${this.dates.time(time)}</time>` : nothing}
      </div>
      <div class="excerpt clamp" dir="auto">${marked(before)}<mark>${marked(words)}</mark>${marked(after)}</div>
    </div>`;
  }

  static override styles = [baseStyles, resultStyles];
}

function turnTitle({ turn }: Extract<ResultLine, { readonly kind: "turn" }>): string {
  return turn.turn === 0 ? outsideOfTurns : turn.title || rowStrings.noPrompt;
}

/** What a match is of, and in whose conversation. */
function labelOf({ kind, tool, toolKind, agent, failed }: Match): string {
  const of = strings.of[kind];
  const what = tool === "" ? of : `${verb({ name: tool, kind: toolKind, note: "" })} · ${of.toLowerCase()}`;
  return [agent, what, failed ? strings.failed : ""].filter((part) => part !== "").join(" · ");
}
