import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "unspool:pane-words";
import { cost, costNote, dollars, duration, isLow, tokens } from "../../element/format";
import { marked } from "../../rows/marked";
import type { UsageFigures } from "../../worker/model";
import { words } from "../../words";
import { bar } from "./share";

const say = paneWords.usage;

/** The figures that say most. */
export function head(figures: UsageFigures): TemplateResult {
  const { usage, responses, underReported, facts, work, calls } = figures;
  const unpriced = figures.cost.usd === 0 && figures.cost.incomplete;
  const span = facts.start > 0 && facts.end > facts.start ? facts.end - facts.start : -1;
  const fed = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  const minutes = work / 60_000;
  return html`<dl class="figures">
    ${figure(say.cost, unpriced || responses === 0 ? "" : cost(figures.cost, underReported) || dollars(0), say.equivalent, unpriced ? words.notPriced : say.unknown)}
    ${figure(say.output, responses === 0 ? "" : tokens(usage.output), usage.thinking > 0 ? say.thinking(tokens(usage.thinking)) : "")}
    ${figure(say.fed, fed === 0 ? "" : tokens(fed), say.fedNote)}
    ${figure(say.hits, fed === 0 ? "" : say.percent(usage.cacheRead / fed), say.hitsNote)}
    ${figure(say.responses, responses === 0 ? "" : say.number(responses), calls > 0 ? say.callsOf(calls) : "")}
    ${figure(say.duration, duration(span), work > 0 ? say.work(duration(work)) : "")}
    ${figure(say.rate, responses > 0 && minutes > 0 ? tokens(Math.round(usage.output / minutes)) : "", say.rateNote)}
  </dl>`;
}

/** A value that is "" is missing. */
function figure(name: string, value: string, note: string, missing: string = say.unknown): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value === "" ? html`<span class="unknown">${missing}</span>` : html`<strong>${value}</strong>`} ${value === "" || note === "" ? nothing : html`<small>${note}</small>`}</dd>
  </div>`;
}

/** The tokens by kind, and what each of them cost. */
export function kinds({ usage, split, cost: { usd: all } }: UsageFigures): TemplateResult {
  const rows = [
    { name: say.input, n: usage.input, usd: split.input, note: "" },
    { name: say.cacheWrite, n: usage.cacheWrite5m + usage.cacheWrite1h, usd: split.cacheWrite, note: usage.cacheWrite1h > 0 ? say.hour(tokens(usage.cacheWrite1h)) : "" },
    { name: say.cacheRead, n: usage.cacheRead, usd: split.cacheRead, note: "" },
    { name: say.output, n: usage.output, usd: split.output, note: usage.thinking > 0 ? say.thinking(tokens(usage.thinking)) : "" },
  ];
  const requests = [
    { name: say.searches, n: usage.webSearches, usd: split.searches },
    { name: say.fetches, n: usage.webFetches, usd: 0 },
  ].filter(({ n }) => n > 0);
  const share = (usd: number): unknown => (all > 0 ? html`${bar(usd / all)}<span class="sum">${say.percent(usd / all)}</span>` : nothing);
  return html`<table class="kinds" aria-label=${say.byKind}>
    <thead>
      <tr>
        <th scope="col" class="words">${say.kind}</th>
        <th scope="col">${say.tokens}</th>
        <th scope="col">${say.cost}</th>
        <th scope="col">${say.share}</th>
      </tr>
    </thead>
    <tbody>
      ${[...rows, ...requests.map((one) => ({ ...one, note: say.requests }))].map(
        ({ name, n, usd, note }) =>
          html`<tr>
            <th scope="row" class="words">${name} ${note === "" ? nothing : html`<small>${note}</small>`}</th>
            <td>${say.number(n)}</td>
            <td>${usd > 0 ? dollars(usd) : "–"}</td>
            <td>${usd > 0 ? share(usd) : nothing}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What must be known to read the figures rightly. */
export function notes({ cost: counted, underReported, recorded, responses }: UsageFigures): TemplateResult {
  if (responses === 0) return html`<p>${say.nothing}</p>`;
  const told = (recorded ?? []).map(({ source, usd, incomplete }) => say.recorded(say.recordedBy[source], `${incomplete ? "≥ " : ""}${dollars(usd)}`, difference(usd - counted.usd)));
  const list = [say.what, ...told, ...(isLow(underReported) ? [`${costNote({ ...counted, unpriced: [] }, underReported)}.`] : []), ...(underReported > 0 && !isLow(underReported) ? [say.someLow] : []), ...unpriced(counted)];
  return html`<ul>
    ${list.map((note) => html`<li>${marked(note)}</li>`)}
  </ul>`;
}

function unpriced({ unpriced }: UsageFigures["cost"]): readonly string[] {
  return (unpriced ?? []).map(({ model, responses, tokens: n }) => say.unpriced(model, responses, tokens(n)));
}

/** How much more or less Claude Code counted. */
function difference(usd: number): string {
  return Math.abs(usd) < 0.005 ? say.same : usd > 0 ? say.more(dollars(usd)) : say.less(dollars(-usd));
}
