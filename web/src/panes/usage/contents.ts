import { LitElement, type TemplateResult, html, nothing, svg } from "lit";
import { property, state } from "lit/decorators.js";
import { LatestRun } from "../../base/latest-run";
import { number, percent, spaced } from "../../base/format";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { reportUnlessParserLoss } from "../../parser/parser-loss";
import type { ContextGroup, ContextSeries, ContextContents as Found } from "../../parser/model";
import { tokens } from "../../session/format";
import { baseStyles } from "../../ui/base-styles";
import type { SessionController } from "../session-controller";
import { bar } from "./cells";
import { contentsStyles, sourceColors } from "./contents-styles";
import { strings } from "./strings";
import { shareStyles } from "./table-styles";

/** The parts that are listed at first. */
const SHORT = 20;

export interface ContentsSource extends Pick<SessionController, "api" | "session" | "dates"> {
  readonly series: ContextSeries;
}

/** The response whose contents are shown. */
interface ChosenContents {
  readonly message: number;
  readonly series: ContextSeries;
}

/** `<unspool-context-contents>` lists what the context had at one response. */
export class ContextContents extends LitElement {
  @property({ attribute: false }) source!: ContentsSource;
  /** The index of the response in the series. */
  @property({ type: Number }) point = 0;
  @property({ attribute: false }) choose!: (point: number) => void;
  @property({ attribute: false }) goTo!: (address: string) => void;
  /** Null if the response is on an abandoned branch. */
  @state() private found: Found | null | undefined;
  @state() private hasFailed = false;
  @state() private isLoading = false;
  @state() private isLong = false;
  #chosen: ChosenContents | undefined;
  #largest = 1; // tokens of the first line
  readonly #run = new LatestRun();

  protected override willUpdate(): void {
    const { series } = this.source;
    const message = series.message[this.point];
    if (message === this.#chosen?.message && series === this.#chosen?.series) return;
    this.#chosen = message === undefined ? undefined : { message, series };
    if (!this.isLoading) void this.#load(this.#run.begin());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#run.stop();
    this.#chosen = undefined;
    this.isLoading = false;
  }

  /** Scrolls to the list, and focuses the slider that chooses the response. */
  reveal(): void {
    this.scrollIntoView({ block: "start" });
    this.renderRoot.querySelector("input")?.focus({ preventScroll: true });
  }

  /** Loads the contents of the chosen response. While the slider moves, there is one request at a time. */
  async #load(signal: AbortSignal): Promise<void> {
    this.isLoading = true;
    this.hasFailed = false;
    try {
      for (let chosen = this.#chosen; chosen !== undefined; chosen = this.#missing(chosen)) {
        const { api, session } = this.source;
        const found = await api.query("usageContents", { session, message: chosen.message });
        if (signal.aborted) return;
        if (chosen === this.#chosen) this.found = found;
      }
    } catch (error) {
      reportUnlessParserLoss(error);
      if (signal.aborted) return;
      this.hasFailed = true;
      this.found = undefined;
    }
    this.isLoading = false;
  }

  /** Returns the response whose contents are still to be loaded, after those of another or a part were. */
  #missing(loaded: ChosenContents): ChosenContents | undefined {
    const isComplete = this.found === null || this.found?.read === 1;
    return loaded === this.#chosen && isComplete ? undefined : this.#chosen;
  }

  protected override render(): TemplateResult {
    const { found, point } = this;
    const { series, dates } = this.source;
    const at = (column: Float64Array): number => column[point] ?? 0;
    const time = at(series.time);
    const where = [
      strings.nth(at(series.number)),
      strings.inPrompt(at(series.prompt)),
      time > 0 ? dates.time(time) : "",
      strings.inContext(
        tokens(at(series.context)),
        at(series.window) > 0 ? percent(at(series.context) / at(series.window)) : "",
      ),
    ].filter((part) => part !== "");
    return html`<header>
        <h4>${strings.contents}</h4>
        <span>${where.join(" · ")}</span>
        <input
          type="range"
          min="0"
          max=${series.context.length - 1}
          .value=${String(point)}
          aria-label=${strings.slider}
          aria-valuetext=${where.join(", ")}
          @input=${this.#slide}
          @keydown=${(event: KeyboardEvent) => event.stopPropagation()}
        />
        <button type="button" class="link" @click=${this.#goToResponse}>${strings.toResponse}</button>
      </header>
      ${this.hasFailed ? html`<p role="status">${strings.unreadContents}</p>` : nothing}
      ${found === undefined ? nothing : found === null ? html`<p role="status">${strings.onAbandonedBranch}</p>` : this.#list(found)}
      <p>${strings.estimated}</p>`;
  }

  readonly #slide = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.choose(event.target.valueAsNumber);
  };

  readonly #goToResponse = (): void => {
    const { api, session } = this.source;
    if (this.#chosen === undefined) return;
    api
      .query("usageAddress", { session, message: this.#chosen.message })
      .then((address) => address !== null && this.goTo(address))
      .catch(reportUnlessParserLoss);
  };

  #list(found: Found): TemplateResult {
    const groups = linesOf(found);
    this.#largest = groups[0]?.tokens ?? 1;
    const shown = this.isLong ? groups : groups.slice(0, SHORT);
    return html`${this.#bar(groups, found.size)}
      <table aria-label=${strings.parts} aria-busy=${this.isLoading}>
        <thead>
          <tr>
            <th scope="col" class="name">${strings.part}</th>
            <th scope="col" class="count">${strings.pieces}</th>
            <th scope="col" class="largest">${strings.largestPieces}</th>
            <th scope="col">${strings.tokenCount}</th>
            <th scope="col">${strings.partShare}</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((group) => this.#line(group, found.size))}
        </tbody>
      </table>
      ${
        shown.length < groups.length
          ? html`<button type="button" class="link" @click=${() => (this.isLong = true)}>
              ${strings.allParts(groups.length)}
            </button>`
          : nothing
      }
      ${found.read < 1 ? html`<p role="status">${strings.naming(found.read)}</p>` : nothing}`;
  }

  /** Renders the shares of the sources in one bar, in the order of the plot. */
  #bar(groups: readonly ContextGroup[], size: number): TemplateResult {
    let end = 0;
    return html`<svg class="bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      ${(this.source.series.sources ?? []).map((source) => {
        const start = end;
        end += groups.reduce((sum, group) => (group.source === source ? sum + group.tokens : sum), 0) / size;
        return svg`<rect class=${source} x=${start} width=${end - start} height="1"></rect>`;
      })}
    </svg>`;
  }

  #line(group: ContextGroup, size: number): TemplateResult {
    const { source, detail, tokens: n, pieces, largest } = group;
    return html`<tr>
      <td class="name" title=${stripInvisible(detail)}><i class=${source}></i>${nameOf(group)}</td>
      <td class="count">${pieces > 1 ? strings.times(pieces) : ""}</td>
      <td class="largest">
        ${(largest ?? []).map(
          (piece) =>
            html`<button
              type="button"
              title=${strings.goToPart(number(Math.round(piece.tokens)))}
              aria-label=${strings.goToPart(number(Math.round(piece.tokens)))}
              @click=${() => this.goTo(piece.key)}
            >
              ${tokens(Math.round(piece.tokens))}
            </button>`,
        )}
      </td>
      <td title=${number(Math.round(n))}>${tokens(Math.round(n))}</td>
      <td>${bar(n / this.#largest)}${percent(n / size)}</td>
    </tr>`;
  }

  static override styles = [baseStyles, shareStyles, sourceColors, contentsStyles];
}

/** Returns the parts of the context, the largest first, with what no record explains and what is not listed. */
function linesOf({ groups, size, system }: Found): readonly ContextGroup[] {
  const listed = (groups ?? []).filter((group) => group.tokens >= 0.5);
  const remaining = size - system - (groups ?? []).reduce((sum, group) => sum + group.tokens, 0);
  const line = (detail: string, n: number): ContextGroup => ({
    source: "system",
    detail,
    tokens: n,
    pieces: 0,
    largest: [],
  });
  return [
    ...listed,
    ...(system >= 0.5 ? [line("", system)] : []),
    ...(remaining >= 1 ? [line(strings.smaller, remaining)] : []),
  ].sort((a, b) => b.tokens - a.tokens);
}

function nameOf({ source, detail }: ContextGroup): unknown {
  const name = strings.source[source];
  switch (source) {
    case "files":
    case "edits":
      return detail === "" ? name : html`<bdi>${markInvisible(detail)}</bdi><small>${name}</small>`;
    case "mcp":
      return html`${markInvisible(detail)}<small>${name}</small>`;
    case "tools":
      return detail === "" ? name : markInvisible(detail);
    case "memory":
      return detail === ""
        ? name
        : (strings.memoryOf[detail] ?? html`${markInvisible(spaced(detail))}<small>${name}</small>`);
    case "system":
      return detail === "" ? name : detail;
    default:
      return name;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-context-contents": ContextContents;
  }
}
