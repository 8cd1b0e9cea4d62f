import { type TemplateResult, html, nothing } from "lit";
import { cost, dollars, duration, isAmount, isLow, priceSource, recordedDollars, tokens } from "../../session/format";
import { markInvisible } from "../../content/visible-text";
import type { Cost, Usage, UsageFigures } from "../../parser/model";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import { allTokens, totalCost } from "../../session/totals";
import { number } from "../../base/format";
import { lowerBound, wholeSession } from "./lower-bound";
import { bar } from "./cells";

/** Renders the most important figures. */
export function head(figures: UsageFigures): TemplateResult {
  const { responses, facts, work, untimed, calls, totals, recorded } = figures;
  const { usage } = totals;
  const unpriced = totals.cost.incomplete && !isAmount(totals.cost.usd);
  const span = facts.start > 0 && facts.end > facts.start ? facts.end - facts.start : -1;
  const minutes = work / 60_000;
  const fed = inputTokens(usage);
  const turns = (recorded ?? []).reduce((most, one) => Math.max(most, one.turns), 0);
  const output = shown(figures, tokens(usage.output));
  const price = (totalCost(figures) || dollars(0)).replace(/\s\(/, " ("); // a table's name may be on a line of its own
  return html`<dl class="figures">
    ${figure(
      strings.cost,
      unpriced || (responses === 0 && totals.costFrom === "") ? "" : price,
      totals.costFrom === ""
        ? priceSource(strings.equivalent)
        : notesOf(sessionStrings.recordedBy[totals.costFrom], counted(figures.cost)),
      unpriced ? sessionStrings.notPriced : strings.unknown,
    )}
    ${figure(strings.output, allTokens(usage) === 0 ? "" : output, outputNote(figures))}
    ${figure(
      strings.fed,
      fed === 0 ? "" : tokens(fed),
      totals.usageFrom === ""
        ? strings.fedNote
        : notesOf(strings.recordedNote, strings.counted(tokens(inputTokens(figures.usage)))),
    )}
    ${figure(strings.hits, fed === 0 ? "" : strings.percent(usage.cacheRead / fed), strings.hitsNote)}
    ${figure(
      strings.responses,
      responses === 0 ? "" : number(responses),
      notesOf(calls > 0 ? strings.callsOf(calls) : "", turns > responses ? strings.ofTurns(turns) : ""),
    )}
    ${figure(strings.duration, duration(span), work > 0 ? strings.work(`${untimed > 0 ? "≥ " : ""}${duration(work)}`) : "")}
    ${figure(
      strings.rate,
      usage.output > 0 && minutes > 0 && untimed === 0
        ? shown(figures, tokens(Math.round(usage.output / minutes)))
        : "",
      strings.rateNote,
    )}
  </dl>`;
}

function notesOf(...notes: readonly string[]): string {
  return notes.filter((note) => note !== "").join(", ");
}

function counted(sum: Cost): string {
  return sum.usd > 0 ? strings.counted(cost(sum)) : "";
}

function inputTokens({ input, cacheRead, cacheWrite5m, cacheWrite1h }: Usage): number {
  return input + cacheRead + cacheWrite5m + cacheWrite1h;
}

/** Prefixes output tokens with "≥" if too many were not recorded. */
function shown({ totals }: UsageFigures, text: string): string {
  return isLow(totals.low) && text !== "" ? sessionStrings.lowerBound(text) : text;
}

function outputNote(figures: UsageFigures): string {
  const { totals, usage } = figures;
  return totals.usageFrom === ""
    ? notesOf(isLow(totals.low) ? strings.lowNote : "", thinking(figures))
    : notesOf(strings.recordedNote, strings.counted(lowerBound(tokens(usage.output), wholeSession(figures))));
}

/** Renders one figure; the value "" is missing. */
function figure(name: string, value: string, note: string, missing: string = strings.unknown): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>
      ${value === "" ? html`<span class="unknown">${missing}</span>` : html`<strong>${value}</strong>`}
      ${value === "" || note === "" ? nothing : html`<small>${note}</small>`}
    </dd>
  </div>`;
}

function thinking(figures: UsageFigures): string {
  const { usage } = figures; // thinking is not in recorded totals
  return usage.thinking > 0 ? strings.thinking(lowerBound(tokens(usage.thinking), wholeSession(figures))) : "";
}

interface FigureKind {
  readonly name: string;
  readonly value: (usage: Usage) => number;
  readonly usd: number;
  readonly note: string;
  /** Whether the value is a lower bound, which makes the other shares too large. */
  readonly low?: boolean;
}

/** Renders the tokens by kind and what each kind cost, or only the tokens if there are no prices. */
export function kinds(figures: UsageFigures): TemplateResult {
  const {
    usage,
    split,
    cost: { usd: all },
    underReported,
    totals,
  } = figures;
  const isRecorded = totals.usageFrom !== "";
  const low = isLow(underReported);
  const rows: readonly FigureKind[] = [
    { name: strings.input, value: ({ input }) => input, usd: split.input, note: "" },
    {
      name: strings.cacheWrite,
      value: ({ cacheWrite5m, cacheWrite1h }) => cacheWrite5m + cacheWrite1h,
      usd: split.cacheWrite,
      note: usage.cacheWrite1h > 0 ? strings.hour(tokens(usage.cacheWrite1h)) : "",
    },
    { name: strings.cacheRead, value: ({ cacheRead }) => cacheRead, usd: split.cacheRead, note: "" },
    { name: strings.output, value: ({ output }) => output, usd: split.output, note: thinking(figures), low },
  ];
  const requests: readonly FigureKind[] = [
    { name: strings.searches, value: ({ webSearches }) => webSearches, usd: split.searches, note: strings.requests },
    { name: strings.fetches, value: ({ webFetches }) => webFetches, usd: 0, note: strings.requests },
  ];
  const share = ({ usd, low: more = false }: FigureKind): unknown => {
    if (usd === 0) return nothing;
    if (!low) return html`${bar(usd / all)}<span class="sum">${strings.percent(usd / all)}</span>`;
    return html`${more ? nothing : bar(usd / all)}<span class="sum"
        >${more ? strings.lowerBound(usd / all) : strings.atMost(usd / all)}</span
      >`;
  };
  return html`<table class="kinds" aria-label=${strings.byKind}>
    <thead>
      <tr>
        <th scope="col" class="words">${strings.kind}</th>
        ${isRecorded ? html`<th scope="col">${strings.recordedTokens}</th>` : nothing}
        <th scope="col">${isRecorded ? strings.countedTokens : strings.tokens}</th>
        ${
          all > 0
            ? html`<th scope="col">${strings.cost}</th>
                <th scope="col">${strings.share}</th>`
            : nothing
        }
      </tr>
    </thead>
    <tbody>
      ${[...rows, ...requests.filter(({ value }) => value(usage) > 0 || value(totals.usage) > 0)].map((kind) => {
        const { name, value, usd, note, low: more = false } = kind;
        const mark = (text: string): string => (more ? sessionStrings.lowerBound(text) : text);
        return html`<tr>
          <th scope="row" class="words">${name} ${note === "" ? nothing : html`<small>${note}</small>`}</th>
          ${isRecorded ? html`<td>${number(value(totals.usage))}</td>` : nothing}
          <td>${mark(number(value(usage)))}</td>
          ${
            all > 0
              ? html`<td>${usd > 0 ? (isAmount(usd) ? mark(dollars(usd)) : dollars(usd)) : "–"}</td>
                  <td>${share(kind)}</td>`
              : nothing
          }
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** Renders notes about the accuracy of the figures. */
export function notes(figures: UsageFigures): TemplateResult {
  const { cost: sum, recorded, responses, totals } = figures;
  const timeless = times(figures);
  if (responses === 0 && totals.usageFrom + totals.costFrom === "")
    return html`<ul>
      ${[strings.nothing, ...timeless].map((note) => html`<li>${note}</li>`)}
    </ul>`;
  const reports = (recorded ?? [])
    .filter(({ usd }) => usd > 0)
    .map(({ source, usd, incomplete }) =>
      strings.recorded(
        strings.recordedBy[source],
        `${incomplete ? "≥ " : ""}${recordedDollars(usd)}`,
        difference(usd - sum.usd, sum.usd > 0),
      ),
    );
  const used =
    totals.usageFrom === ""
      ? []
      : [
          strings.shown(
            sessionStrings.recordedBy[totals.usageFrom],
            number(allTokens(totals.usage)),
            number(allTokens(figures.usage)),
          ),
        ];
  const { low } = wholeSession(figures);
  const list = [
    totals.costFrom === "" ? strings.what(priceSource(strings.listPrices)) : strings.whatRecorded,
    ...used,
    ...reports,
    ...(low > 0 ? [strings.low(low, responses)] : []),
    ...unpriced(sum, totals.costFrom !== ""),
    ...timeless,
  ];
  return html`<ul>
    ${list.map((note) => html`<li>${markInvisible(note)}</li>`)}
  </ul>`;
}

/** Returns notes about missing times. */
function times({ facts, turns, work, untimed }: UsageFigures): readonly string[] {
  if (work > 0) return untimed > 0 ? [strings.untimed(untimed, turns)] : [];
  return facts.start <= 0 ? [strings.timeless] : turns > 0 ? [strings.noWork] : [];
}

function unpriced({ unpriced }: UsageFigures["cost"], isRecorded: boolean): readonly string[] {
  return (unpriced ?? []).map(({ model, responses, tokens: n }) =>
    isRecorded ? strings.onlyRecorded(model) : strings.unpriced(model, responses, tokens(n)),
  );
}

/** Formats how much more or less Claude Code's own cost is. If nothing is counted, that needs no price table. */
function difference(usd: number, isCounted: boolean): string {
  const sum = (isCounted ? dollars : recordedDollars)(Math.abs(usd));
  return Math.abs(usd) < 0.005 ? strings.same : usd > 0 ? strings.more(sum) : strings.less(sum);
}
