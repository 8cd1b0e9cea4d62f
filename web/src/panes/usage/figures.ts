import { type TemplateResult, html, nothing } from "lit";
import { cost, dollars, duration, isAmount, isLow, tokens } from "../../session/format";
import { marked } from "../../content/visible-text";
import type { UsageFigures } from "../../parser/model";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import { number } from "../../base/format";
import { lowerBound, wholeSession } from "./lower-bound";
import { bar } from "./cells";

/** Renders the most important figures. */
export function head(figures: UsageFigures): TemplateResult {
  const { usage, responses, underReported, facts, work, untimed, calls } = figures;
  const unpriced = figures.cost.incomplete && !isAmount(figures.cost.usd);
  const span = facts.start > 0 && facts.end > facts.start ? facts.end - facts.start : -1;
  const fed = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  const minutes = work / 60_000;
  const all = wholeSession(figures);
  return html`<dl class="figures">
    ${figure(
      strings.cost,
      unpriced || responses === 0 ? "" : cost(figures.cost, underReported) || dollars(0),
      strings.equivalent,
      unpriced ? sessionStrings.notPriced : strings.unknown,
    )}
    ${figure(
      strings.output,
      responses === 0 ? "" : lowerBound(tokens(usage.output), all),
      [isLow(underReported) ? strings.lowNote : "", thinking(figures)].filter((note) => note !== "").join(", "),
    )}
    ${figure(strings.fed, fed === 0 ? "" : tokens(fed), strings.fedNote)}
    ${figure(strings.hits, fed === 0 ? "" : strings.percent(usage.cacheRead / fed), strings.hitsNote)}
    ${figure(strings.responses, responses === 0 ? "" : number(responses), calls > 0 ? strings.callsOf(calls) : "")}
    ${figure(strings.duration, duration(span), work > 0 ? strings.work(`${untimed > 0 ? "≥ " : ""}${duration(work)}`) : "")}
    ${figure(
      strings.rate,
      responses > 0 && minutes > 0 && untimed === 0 ? lowerBound(tokens(Math.round(usage.output / minutes)), all) : "",
      strings.rateNote,
    )}
  </dl>`;
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
  const { usage } = figures;
  return usage.thinking > 0 ? strings.thinking(lowerBound(tokens(usage.thinking), wholeSession(figures))) : "";
}

interface FigureKind {
  readonly name: string;
  readonly n: number;
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
  } = figures;
  const low = isLow(underReported);
  const rows: readonly FigureKind[] = [
    { name: strings.input, n: usage.input, usd: split.input, note: "" },
    {
      name: strings.cacheWrite,
      n: usage.cacheWrite5m + usage.cacheWrite1h,
      usd: split.cacheWrite,
      note: usage.cacheWrite1h > 0 ? strings.hour(tokens(usage.cacheWrite1h)) : "",
    },
    { name: strings.cacheRead, n: usage.cacheRead, usd: split.cacheRead, note: "" },
    { name: strings.output, n: usage.output, usd: split.output, note: thinking(figures), low },
  ];
  const requests: readonly FigureKind[] = [
    { name: strings.searches, n: usage.webSearches, usd: split.searches, note: strings.requests },
    { name: strings.fetches, n: usage.webFetches, usd: 0, note: strings.requests },
  ].filter(({ n }) => n > 0);
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
        <th scope="col">${strings.tokens}</th>
        ${
          all > 0
            ? html`<th scope="col">${strings.cost}</th>
                <th scope="col">${strings.share}</th>`
            : nothing
        }
      </tr>
    </thead>
    <tbody>
      ${[...rows, ...requests].map((kind) => {
        const { name, n, usd, note, low: more = false } = kind;
        const mark = (text: string): string => (more ? sessionStrings.lowerBound(text) : text);
        return html`<tr>
          <th scope="row" class="words">${name} ${note === "" ? nothing : html`<small>${note}</small>`}</th>
          <td>${mark(number(n))}</td>
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
  const { cost: counted, recorded, responses } = figures;
  const timeless = times(figures);
  if (responses === 0)
    return html`<ul>
      ${[strings.nothing, ...timeless].map((note) => html`<li>${note}</li>`)}
    </ul>`;
  const reports = (recorded ?? []).map(({ source, usd, incomplete }) =>
    strings.recorded(
      strings.recordedBy[source],
      `${incomplete ? "≥ " : ""}${dollars(usd)}`,
      difference(usd - counted.usd),
    ),
  );
  const { low } = wholeSession(figures);
  const list = [
    strings.what,
    ...reports,
    ...(low > 0 ? [strings.low(low, responses)] : []),
    ...unpriced(counted),
    ...timeless,
  ];
  return html`<ul>
    ${list.map((note) => html`<li>${marked(note)}</li>`)}
  </ul>`;
}

/** Returns notes about missing times. */
function times({ facts, turns, work, untimed }: UsageFigures): readonly string[] {
  if (work > 0) return untimed > 0 ? [strings.untimed(untimed, turns)] : [];
  return facts.start <= 0 ? [strings.timeless] : turns > 0 ? [strings.noWork] : [];
}

function unpriced({ unpriced }: UsageFigures["cost"]): readonly string[] {
  return (unpriced ?? []).map(({ model, responses, tokens: n }) => strings.unpriced(model, responses, tokens(n)));
}

/** Formats how much more or less Claude Code's own cost is. */
function difference(usd: number): string {
  return Math.abs(usd) < 0.005 ? strings.same : usd > 0 ? strings.more(dollars(usd)) : strings.less(dollars(-usd));
}
