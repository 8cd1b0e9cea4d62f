import { type PropertyDeclarations, type TemplateResult, html, nothing } from "lit";
import { paneWords } from "../../parser/words";
import type { ContextCourse, RateCourse, ToolLine, UsageFigures } from "../../parser/model";
import { isLow } from "../../session/format";
import type { Desk, DeskChange } from "../session-controller";
import { about, detailsStyles } from "../details";
import { Pane, definePane } from "../pane";
import { type Drawn, contextCourse, rateCourse } from "./series";
import { head, kinds, notes } from "./figures";
import { Plot } from "./plot";
import { type Table, UsageTable } from "./table";
import { type Tables, toolTable, usageTables } from "./tables";
import { usageStyles } from "./usage-styles";

const say = paneWords.usage;

/** What a session used, as the parser tells it: the figures come first. */
interface Found {
  readonly figures: UsageFigures;
  readonly tools?: readonly ToolLine[];
  readonly context?: ContextCourse;
  readonly rate?: RateCourse;
}

/** What is drawn of it, made once; undefined while it is awaited, "none" where nothing is recorded of it. */
interface Shown {
  readonly figures: UsageFigures;
  readonly tables: Tables;
  readonly context: Drawn | "none" | undefined;
  readonly rate: Drawn | "none" | undefined;
}

const AGAIN_AFTER = 1_000; // ms between two looks while files are being read

/** `<unspool-usage>`: what a session cost, and why. */
export class Usage extends Pane {
  static override properties: PropertyDeclarations = {
    shown: { state: true },
    failed: { state: true },
    output: { state: true },
  };
  declare private shown: Shown | undefined;
  declare private failed: boolean;
  /** Whether the tokens a minute are those of the output, or all; undefined before the reader chose. */
  declare private output: boolean | undefined;
  #found: Found | undefined;
  #asked = 0;
  #again: ReturnType<typeof setTimeout> | undefined;

  protected override sessionChanged(): void {
    this.shown = this.#found = undefined;
    this.failed = false;
    void this.#ask();
  }

  protected override deskChanged(change: DeskChange): void {
    if (change !== "data") return;
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      void this.#ask();
    }, AGAIN_AFTER);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#again);
    this.#again = undefined;
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    const { api, session } = this.desk;
    const take = (found: Partial<Found>): void => {
      if (asked !== this.#asked) return;
      const figures = found.figures ?? this.#found?.figures;
      if (figures === undefined) return;
      this.#found = { ...this.#found, ...found, figures };
      this.#show(found);
    };
    try {
      take({ figures: await api.query("usage", { session }) });
      await Promise.all([
        api.query("usageContext", { session }).then((context) => take({ context })),
        api.query("usageRate", { session }).then((rate) => take({ rate })),
        api.query("usageTools", { session }).then((tools) => take({ tools })),
      ]);
      if (asked === this.#asked) this.failed = false;
    } catch {
      if (asked === this.#asked) this.failed = true; // a parser that died is told elsewhere
    }
  }

  /** Draws what came, and leaves the rest as it is. */
  #show(came: Partial<Found>): void {
    const { desk } = this;
    const found = this.#found;
    if (found === undefined) return;
    const { figures } = found;
    const { api, session, dates } = desk;
    this.shown = {
      figures,
      tables: {
        ...(came.figures === undefined && this.shown !== undefined ? this.shown.tables : usageTables(desk, figures)),
        tools: came.tools === undefined ? this.shown?.tables.tools : toolTable(figures, came.tools),
      },
      context:
        came.context === undefined
          ? this.shown?.context
          : (contextCourse({ api, session, dates, goTo: this.#goTo }, came.context, figures.compactions) ?? "none"),
      rate: came.rate === undefined ? this.shown?.rate : (rateCourse(desk, came.rate, this.#output(figures)) ?? "none"),
    };
  }

  /** Where much of the output is not recorded, a plot of it says little: it shows when it is asked for. */
  #output({ underReported }: UsageFigures): boolean {
    return this.output ?? !isLow(underReported);
  }

  readonly #say = (said: string): void => this.desk.viewer.say(said);

  readonly #goTo = (address: string): void => {
    void this.desk.goTo(address).then((there) => {
      if (!there) this.desk.viewer.say(say.notShown);
    });
  };

  protected override render(): TemplateResult {
    const { shown } = this;
    if (shown === undefined)
      return html`<div class="page" aria-busy=${!this.failed}>${this.failed ? this.#unread() : nothing}</div>`;
    const { figures, tables, context, rate } = shown;
    const used = figures.responses > 0;
    return html`<div class="page">
      <section aria-label=${say.title}>${head(figures)}</section>
      <div class="pair">
        ${
          used
            ? html`<section>
                <h3>${say.byKind}</h3>
                ${kinds(figures)}
              </section>`
            : nothing
        }
        <section class="notes">
          <h3>${say.notes}</h3>
          ${notes(figures)}
        </section>
      </div>
      ${
        used
          ? html`${this.#plot(say.contextPlot, context, say.noContext)}
            ${this.#plot(
              this.#output(figures) ? say.ratePlot : say.ratePlotAll,
              rate,
              say.noTimes,
              rate === "none" ? nothing : this.#choice(figures),
            )}
            ${this.#table(tables.models)}`
          : nothing
      }
      ${figures.turns > 0 ? this.#table(tables.turns) : nothing}
      ${figures.agents > 1 ? this.#table(tables.agents) : nothing}
      ${figures.calls > 0 ? this.#table(tables.tools) : nothing}
      <section class="ledger">${about(figures, this.#goTo, this.desk.dates)}</section>
    </div>`;
  }

  #table(table: Table | undefined): TemplateResult | typeof nothing {
    return table === undefined
      ? nothing
      : html`<unspool-usage-table .table=${table} .goTo=${this.#goTo} .say=${this.#say}></unspool-usage-table>`;
  }

  #plot(name: string, drawn: Drawn | "none" | undefined, missing: string, choice: unknown = nothing): TemplateResult {
    return html`<section class="course">
      <h3>${name} ${typeof drawn === "object" ? html`<small>${drawn.note}</small>` : nothing} ${choice}</h3>
      ${
        drawn === undefined
          ? this.failed
            ? this.#unread()
            : html`<div class="awaited"></div>`
          : drawn === "none"
            ? html`<p class="missing">${missing}</p>`
            : html`<unspool-plot .course=${drawn.course}></unspool-plot>
                <details>
                  <summary>${say.asTable}</summary>
                  <unspool-usage-table
                    .table=${drawn.table}
                    .goTo=${this.#goTo}
                    .say=${this.#say}
                  ></unspool-usage-table>
                </details>`
      }
    </section>`;
  }

  #unread(): TemplateResult {
    return html`<p class="missing" role="status">${say.unread}</p>`;
  }

  #choice(figures: UsageFigures): TemplateResult {
    const button = (name: string, output: boolean): TemplateResult =>
      html`<button
        type="button"
        aria-pressed=${this.#output(figures) === output}
        @click=${() => {
          this.output = output;
          const rate = this.#found?.rate;
          if (rate !== undefined) this.#show({ rate });
        }}
      >
        ${name}
      </button>`;
    return html`<span class="choice">${button(say.output, true)}${button(say.everyKind, false)}</span>`;
  }

  static override styles = [detailsStyles, usageStyles];
}

export function draw(desk: Desk): TemplateResult {
  definePane("unspool-usage-table", UsageTable);
  definePane("unspool-plot", Plot);
  definePane("unspool-usage", Usage);
  return html`<unspool-usage .desk=${desk}></unspool-usage>`;
}
