import { type TemplateResult, html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { onChange } from "../../base/signals";
import { strings } from "./strings";
import type { ContextSeries, RateSeries, ToolLine, UsageFigures } from "../../parser/model";
import { isLow } from "../../session/format";
import type { SessionController } from "../session-controller";
import { about, detailsStyles } from "../details";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import { type Chart, contextChart, rateChart } from "./series";
import { head, kinds, notes } from "./figures";
import { ContextContents } from "./contents";
import { pointOfRow } from "./point-of-row";
import { sourceColors } from "./contents-styles";
import { Plot } from "./plot";
import { type UsageTableData, UsageTable } from "./table";
import { type Tables, toolTable, usageTables } from "./tables";
import { shareStyles } from "./table-styles";
import { usageStyles } from "./usage-styles";
import { baseStyles } from "../../ui/base-styles";

/** The usage of a session as returned by the parser. The figures arrive first. */
interface FoundUsage {
  readonly figures: UsageFigures;
  readonly tools?: readonly ToolLine[];
  readonly context?: ContextSeries;
  readonly rate?: RateSeries;
}

/** The content to render, computed once. Undefined means pending; "none" means that nothing is recorded. */
interface ShownUsage {
  readonly figures: UsageFigures;
  readonly tables: Tables;
  readonly context: Chart | "none" | undefined;
  readonly rate: Chart | "none" | undefined;
}

/** `<unspool-usage>` shows what a session cost, and why. */
export class Usage extends Pane {
  @state() private shown: ShownUsage | undefined;
  /** Whether to plot the output or all tokens per minute; undefined until the user chooses. */
  @state() private output: boolean | undefined;
  /** The response whose context is listed; undefined until the user chooses. */
  @state() private message: number | undefined;
  #found: FoundUsage | undefined;
  readonly #loader = new PaneLoader(this, (signal) => this.#load(signal));

  protected override sessionChanged(): void {
    this.shown = this.#found = this.message = undefined;
    this.#loader.load();
  }

  /** Shows the contents of the context at the row that the user asked about. */
  protected override updated(): void {
    const { controller } = this;
    const series = this.#found?.context;
    const row = controller.rowOfContents;
    if (row === undefined || series === undefined) return;
    controller.rowOfContents = undefined;
    const point = pointOfRow(series, row);
    if (point !== undefined) this.#choose(point);
    const contents = this.renderRoot.querySelector("unspool-context-contents");
    if (contents === null) controller.viewer.announce(strings.noContext);
    else void contents.updateComplete.then(() => contents.reveal());
  }

  protected override follow(controller: SessionController): readonly (() => void)[] {
    return [onChange(controller.dataVersion, this.#loader.reload)];
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { api, session } = this.controller;
    const take = (found: Partial<FoundUsage>): void => {
      if (signal.aborted) return;
      const figures = found.figures ?? this.#found?.figures;
      if (figures === undefined) return;
      this.#found = { ...this.#found, ...found, figures };
      this.#show(found);
    };
    take({ figures: await api.query("usage", { session }) });
    await Promise.all([
      api.query("usageContext", { session }).then((context) => take({ context })),
      api.query("usageRate", { session }).then((rate) => take({ rate })),
      api.query("usageTools", { session }).then((tools) => take({ tools })),
    ]);
  }

  /** Updates the rendered content with what arrived, and leaves the rest unchanged. */
  #show(arrived: Partial<FoundUsage>): void {
    const { controller } = this;
    const found = this.#found;
    if (found === undefined) return;
    const { figures } = found;
    const { api, session, dates } = controller;
    this.shown = {
      figures,
      tables: {
        ...(arrived.figures === undefined && this.shown !== undefined
          ? this.shown.tables
          : usageTables(controller, figures)),
        tools: arrived.tools === undefined ? this.shown?.tables.tools : toolTable(figures, arrived.tools),
      },
      context:
        arrived.context === undefined
          ? this.shown?.context
          : (contextChart({ api, session, dates, choose: this.#choose }, arrived.context, figures.compactions) ??
            "none"),
      rate:
        arrived.rate === undefined
          ? this.shown?.rate
          : (rateChart(controller, arrived.rate, this.#output(figures)) ?? "none"),
    };
  }

  /** If much of the output is not recorded, its plot is shown only on request. */
  #output({ underReported }: UsageFigures): boolean {
    return this.output ?? !isLow(underReported);
  }

  readonly #choose = (point: number): void => {
    this.message = this.#found?.context?.message[point];
  };

  readonly #announce = (text: string): void => this.controller.viewer.announce(text);

  readonly #goTo = (address: string): void => {
    void this.controller.goTo(address).then((there) => {
      if (!there) this.controller.viewer.announce(strings.notShown);
    });
  };

  protected override render(): TemplateResult {
    const { shown } = this;
    if (shown === undefined)
      return html`<div class="page" aria-busy=${!this.#loader.failed}>
        ${this.#loader.failed ? this.#notCalculated() : nothing}
      </div>`;
    const { figures, tables, context, rate } = shown;
    const used = figures.responses > 0;
    const hasTokens = used || figures.totals.usageFrom !== "";
    return html`<div class="page">
      <section aria-label=${strings.title}>${head(figures)}</section>
      <div class="pair">
        ${
          hasTokens
            ? html`<section>
                <h3>${strings.byKind}</h3>
                ${kinds(figures)}
              </section>`
            : nothing
        }
        <section class="notes">
          <h3>${strings.notes}</h3>
          ${notes(figures)}
        </section>
      </div>
      ${
        used
          ? html`${this.#plot(strings.contextPlot, context, strings.noContext)} ${this.#contents()}
            ${this.#plot(
              this.#output(figures) ? strings.ratePlot : strings.ratePlotAll,
              rate,
              strings.noTimes,
              rate === "none" ? nothing : this.#choice(figures),
            )}
            ${this.#table(tables.models)}`
          : nothing
      }
      ${figures.turns > 0 ? this.#table(tables.turns) : nothing}
      ${figures.agents > 1 ? this.#table(tables.agents) : nothing}
      ${figures.calls > 0 ? this.#table(tables.tools) : nothing}
      <section class="ledger">${about(figures, this.#goTo, this.controller.dates)}</section>
    </div>`;
  }

  #chosen({ course }: Chart): number | undefined {
    const series = this.#found?.context;
    return course.choose === undefined || series === undefined ? undefined : this.#point(series);
  }

  /** The listed point of the plot of the context: the chosen one, or the highest. */
  #point({ context, message }: ContextSeries): number {
    const chosen = this.message === undefined ? -1 : message.indexOf(this.message);
    return chosen >= 0 ? chosen : context.indexOf(context.reduce((most, size) => Math.max(most, size), 0));
  }

  #contents(): TemplateResult | typeof nothing {
    const series = this.#found?.context;
    if (series === undefined || series.context.length === 0) return nothing;
    const { api, session, dates } = this.controller;
    return html`<unspool-context-contents
      .source=${{ api, session, dates, series }}
      .point=${this.#point(series)}
      .choose=${this.#choose}
      .goTo=${this.#goTo}
    ></unspool-context-contents>`;
  }

  #table(table: UsageTableData | undefined): TemplateResult | typeof nothing {
    return table === undefined
      ? nothing
      : html`<unspool-usage-table
          .table=${table}
          .goTo=${this.#goTo}
          .announce=${this.#announce}
        ></unspool-usage-table>`;
  }

  #plot(name: string, chart: Chart | "none" | undefined, missing: string, choice: unknown = nothing): TemplateResult {
    return html`<section class="course">
      <h3>${name} ${typeof chart === "object" ? html`<small>${chart.note}</small>` : nothing} ${choice}</h3>
      ${
        chart === undefined
          ? this.#loader.failed
            ? this.#notCalculated()
            : html`<div class="awaited"></div>`
          : chart === "none"
            ? html`<p class="missing">${missing}</p>`
            : html`<unspool-plot .course=${chart.course} .chosen=${this.#chosen(chart)}></unspool-plot>
                <details>
                  <summary>${strings.asTable}</summary>
                  <unspool-usage-table
                    .table=${chart.table}
                    .goTo=${this.#goTo}
                    .announce=${this.#announce}
                  ></unspool-usage-table>
                </details>`
      }
    </section>`;
  }

  #notCalculated(): TemplateResult {
    return html`<p class="missing" role="status">${strings.notCalculated}</p>`;
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
    return html`<span class="choice">${button(strings.output, true)}${button(strings.everyKind, false)}</span>`;
  }

  static override styles = [baseStyles, detailsStyles, shareStyles, sourceColors, usageStyles];
}

export function draw(controller: SessionController): TemplateResult {
  definePane("unspool-usage-table", UsageTable);
  definePane("unspool-plot", Plot);
  definePane("unspool-context-contents", ContextContents);
  definePane("unspool-usage", Usage);
  return html`<unspool-usage .controller=${controller}></unspool-usage>`;
}
