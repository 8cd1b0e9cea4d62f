import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { Dates } from "../../session/format";
import { isoTime } from "../../session/format";
import { markInvisible } from "../../content/visible-text";
import type { Match } from "../../parser/model";
import { verb } from "../../rows/tools";
import { strings } from "./strings";
import { number, times } from "../../base/format";
import { outsideOfTurns } from "../strings";
import { strings as rowStrings } from "../../rows/strings";
import { excerpt } from "../../session/search/excerpt";
import { LINE_HEIGHTS, type ResultLine, type ResultLines } from "./lines";
import { resultStyles } from "./result-styles";
import { baseStyles } from "../../ui/base-styles";
import { VirtualList } from "../../ui/virtual-list";

/** The list of results. */
export class ResultsElement extends LitElement {
  @property({ attribute: false }) lines!: ResultLines;
  /** The number of the current match, -1 for none. */
  @property({ attribute: false }) current!: number;
  @property({ attribute: false }) dates!: Dates;
  @property({ attribute: false }) titleOf!: (session: number) => string;
  @property({ attribute: false }) choose!: (nth: number) => void;

  readonly #list = new VirtualList(this, { container: ".list", positioned: true });

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".list")?.focus({ preventScroll: true });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { all } = this.lines;
    const kind = (at: number): ResultLine["kind"] => all[at]?.kind ?? "match";
    if (changed.has("lines")) this.#list.layout.setItems(all.length, (at) => LINE_HEIGHTS[kind(at)], kind);
    if (!changed.has("current")) return;
    const at = all.findIndex((line) => line.kind === "match" && line.nth === this.current);
    if (at >= 0) this.#list.scrollToIndex(at, { above: all[at - 1]?.kind === "prompt" ? LINE_HEIGHTS.prompt : 0 });
  }

  protected override render(): TemplateResult {
    const { from, to } = this.#list.range;
    const shown = this.lines.all.slice(from, to).map((line, at) => ({ line, at: from + at }));
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

  readonly #onKey = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(this.clientHeight / LINE_HEIGHTS.match) - 1);
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
        return html`<div class="session" role="presentation" data-index=${at}>
          <span class="ellipsis" dir="auto">${markInvisible(this.titleOf(line.session))}</span
          ><span class="number">${number(line.places)}</span>
        </div>`;
      case "prompt":
        return html`<div class="prompt" role="presentation" data-index=${at}>
          <span class="nth">${line.prompt.prompt === 0 ? "" : line.prompt.prompt}</span
          ><span class="title ellipsis" dir="auto">${markInvisible(promptTitle(line))}</span
          ><span class="number">${number(line.places)}</span>
        </div>`;
      case "match":
        return this.#match(line.match, line.nth, at);
    }
  }

  #match(match: Match, nth: number, at: number): TemplateResult {
    const { time, count, failed } = match;
    const { before, words, after } = excerpt(match);
    const text = html`${markInvisible(before)}<mark>${markInvisible(words)}</mark>${markInvisible(after)}`;
    return html`<div
      class="match"
      role="option"
      id="match-${nth}"
      data-index=${at}
      aria-selected=${nth === this.current}
      ?data-active=${nth === this.current}
      aria-setsize=${this.lines.matches.length}
      aria-posinset=${nth + 1}
      @click=${() => this.choose(nth)}
    >
      <div class="label">
        <span class="kind ellipsis" ?data-failed=${failed}>${markInvisible(labelOf(match))}</span
        ><span class="unseen">${match.prompt > 0 ? strings.prompt(match.prompt) : ""}</span
        >${count > 1 ? html`<span class="times">${times(count)}</span>` : nothing}
        ${time > 0 ? html`<time datetime=${isoTime(time)} title=${this.dates.fullTime(time)}>${this.dates.time(time)}</time>` : nothing}
      </div>
      <div class="excerpt clamp" dir="auto">${text}</div>
    </div>`;
  }

  static override styles = [baseStyles, resultStyles];
}

function promptTitle({ prompt }: Extract<ResultLine, { readonly kind: "prompt" }>): string {
  return prompt.prompt === 0 ? outsideOfTurns : prompt.title || rowStrings.noPrompt;
}

/** Returns the kind of a match and the agent whose conversation it is in. */
function labelOf({ kind, tool, toolKind, agent, failed }: Match): string {
  const of = strings.of[kind];
  const what = tool === "" ? of : `${verb({ name: tool, kind: toolKind, note: "" })} · ${of.toLowerCase()}`;
  return [agent, what, failed ? strings.failed : ""].filter((part) => part !== "").join(" · ");
}
