import { type TemplateResult, css, html, nothing } from "lit";
import { markInvisible } from "../content/visible-text";
import type { Change, Facts, ModelUse, Summary } from "../parser/model";
import { strings as sessionStrings } from "../session/strings";
import { strings as detailStrings } from "../rows/details/strings";
import { factNames, strings } from "./strings";
import { strings as rowStrings } from "../rows/strings";
import { allTokens, totalCostNotes } from "../session/totals";
import { type Dates, dollars, folder, isAmount, isLow, model, recordedDollars, tokens } from "../session/format";

type GoTo = (address: string) => void;

/** Renders what a session cost, how that was computed, and what changed during it. */
export function details(summary: Summary, goTo: GoTo, dates: Dates): TemplateResult {
  return html`<div class="ledger">
    <dl>${costs(summary)} ${used(summary)}</dl>
    ${models(summary.models ?? [])} ${about(summary, goTo, dates)}
  </div>`;
}

function costs(summary: Summary): TemplateResult {
  const { totals, recorded } = summary;
  const { cost } = totals;
  const isLowerBound = isAmount(cost.usd) && (cost.incomplete || isLow(totals.lowCost));
  const notes = totalCostNotes(summary);
  const usd = (totals.costFrom === "" ? dollars : recordedDollars)(cost.usd);
  const sum =
    cost.usd === 0 && cost.incomplete
      ? sessionStrings.notPriced
      : html`${isLowerBound ? `${detailStrings.atLeast} ` : ""}<strong>${usd}</strong>`;
  return html`${entry(
    strings.cost,
    html`${sum} ${notes.map((note) => html`<small class="beneath">${markInvisible(note)}</small>`)}`,
  )}
  ${(recorded ?? [])
    .filter(({ source, usd }) => usd > 0 && source !== totals.costFrom)
    .map((one) =>
      entry(
        strings.recorded,
        html`${one.incomplete ? `${detailStrings.atLeast} ` : ""}${recordedDollars(one.usd)}
          <small>${strings.recordedBy[one.source]}</small>`,
      ),
    )}`;
}

function used(summary: Summary): TemplateResult {
  const { totals } = summary;
  const { usage } = totals;
  const low = isLow(totals.low);
  const parts = [
    { name: detailStrings.input, n: usage.input, note: "" },
    { name: detailStrings.cacheRead, n: usage.cacheRead, note: "" },
    {
      name: detailStrings.cacheWrite,
      n: usage.cacheWrite5m + usage.cacheWrite1h,
      note: usage.cacheWrite1h > 0 ? detailStrings.hour(tokens(usage.cacheWrite1h)) : "",
    },
    {
      name: detailStrings.output,
      n: usage.output,
      note: usage.thinking > 0 ? detailStrings.thinking(tokens(usage.thinking)) : "",
      low,
    },
  ];
  const requests = [
    { name: strings.searches, n: usage.webSearches },
    { name: strings.fetches, n: usage.webFetches },
  ];
  if (allTokens(usage) === 0) return html``;
  const counted = strings.counted(tokens(allTokens(summary.usage)));
  return html`${parts.map(({ name, n, note, low = false }) =>
    entry(
      name,
      html`${low ? `${detailStrings.atLeast} ` : ""}${detailStrings.tokens(tokens(n))}
      ${note === "" ? nothing : html`<small>${note}</small>`}`,
    ),
  )}
  ${requests.map(({ name, n }) => (n > 0 ? entry(name, String(n)) : nothing))}
  ${
    totals.usageFrom === ""
      ? nothing
      : entry(
          strings.tokens,
          html`${sessionStrings.recordedBy[totals.usageFrom]} <small class="beneath">${counted}</small>`,
        )
  }`;
}

function models(list: readonly ModelUse[]): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<h3>${strings.models}</h3>
    <dl>
      ${list.map((one) =>
        entry(
          markInvisible(model(one.model)),
          html`${one.priced ? dollars(one.usd) : strings.noPrice}
            <small
              >${strings.responses(one.responses)} · ${rowStrings.tokensInAll(tokens(allTokens(one.usage)))}</small
            >`,
        ),
      )}
    </dl>`;
}

/** Changes of one kind that are listed; the last one always is. */
const MAX_CHANGES = 12;

/** How the values of some facts are written; those of the others are as recorded. */
const formats: Readonly<Partial<Record<keyof Facts, (value: string) => string>>> = {
  folders: folder,
  models: model,
  worktree: folder,
  relocated: folder,
};

/** Renders what changed during a session. */
export function about({ facts }: Pick<Summary, "facts">, goTo: GoTo, dates: Dates): TemplateResult {
  const fact = (key: keyof Facts): unknown => {
    const name = factNames[key];
    const value = facts[key];
    const format = formats[key] ?? String;
    if (name === "" || value === "" || value === null) return nothing;
    if (typeof value !== "object") return entry(name, markInvisible(format(String(value))));
    const list = value.filter((one): one is Change => !("url" in one));
    const urls = value.filter((one) => "url" in one);
    return [
      list.length === 0 ? nothing : entry(name, changes(list, format, goTo, dates)),
      urls.map(({ url }) => entry(name, markInvisible(url))),
    ];
  };
  return html`<h3>${strings.changes}</h3>
    <dl>${(Object.keys(factNames) as (keyof Facts)[]).map(fact)}</dl>`;
}

/** Renders the values in order; all but the first link to the record that introduced them. */
function changes(list: readonly Change[], format: (value: string) => string, goTo: GoTo, dates: Dates): TemplateResult {
  const [first] = list;
  const following = list.slice(1);
  const left = following.length - MAX_CHANGES;
  const shown = left > 0 ? [...following.slice(0, MAX_CHANGES - 1), ...following.slice(-1)] : following;
  return html`<span>${first === undefined ? nothing : markInvisible(format(first.value))}</span>${shown.map(
      (change) =>
        html`<span class="step"
          ><button type="button" class="leads" @click=${() => goTo(change.key)}>
            ${markInvisible(format(change.value))}
          </button>
          <small>${dates.time(change.time)}</small></span
        >`,
    )}${left > 0 ? html`<small>${strings.more(left)}</small>` : nothing}`;
}

function entry(name: unknown, value: unknown): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

export const detailsStyles = css`
  .ledger {
    font-size: var(--u-size-m);
    line-height: var(--u-row);
    font-variant-numeric: tabular-nums;
  }
  .ledger h3 {
    margin: var(--u-4) 0 var(--u-1);
    font-size: var(--u-size-s);
    font-weight: 600;
    color: var(--u-ink-2);
  }
  .ledger dl > div {
    display: grid;
    grid-template-columns: minmax(0, 8em) minmax(0, 1fr);
    gap: 0 var(--u-3);
    padding: 3px 0;
  }
  .ledger dt {
    color: var(--u-ink-3);
    overflow-wrap: anywhere;
  }
  .ledger dd {
    overflow-wrap: anywhere;
  }
  .ledger .beneath {
    display: block;
  }
  .ledger .step::before {
    content: " → ";
    color: var(--u-ink-3);
  }
  .ledger .leads {
    text-align: start;
    text-decoration: underline var(--u-line-strong);
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
  }
`;
