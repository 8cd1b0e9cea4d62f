import { type TemplateResult, html, nothing } from "lit";
import { costNote, isLow, model, priceSource, pricedBy } from "../../session/format";
import { strings as sessionStrings } from "../../session/strings";
import { strings } from "./strings";
import { number } from "../../base/format";
import type { RowFacts } from "../../parser/model";
import { markInvisible, stripInvisible } from "../../content/visible-text";

// Lines of facts about a row, for the card and for the inspector, within a <dl>.

/** The short names of the models that replied. */
export function modelName(names: string): TemplateResult | "" {
  return names === ""
    ? ""
    : html`<span title=${stripInvisible(names)}>${markInvisible(names.split(", ").map(model).join(", "))}</span>`;
}

/** Returns the usage, one line for each kind of tokens; `share` is the part of the context window. */
export function used({ usage, context, cost, low }: RowFacts, share = ""): TemplateResult {
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  const notes = [priceSource(sessionStrings.equivalent), costNote(cost, low)].filter((note) => note !== "");
  const orMore = (n: number): string => (isLow(low) ? `${strings.atLeast} ${number(n)}` : number(n));
  const sum =
    cost.usd > 0
      ? cost.incomplete || isLow(low)
        ? `${strings.atLeast} ${dollars(cost.usd)}`
        : dollars(cost.usd)
      : cost.incomplete
        ? sessionStrings.notPriced
        : "";
  return html`${fact(strings.input, number(usage.input))} ${fact(strings.cacheRead, amount(usage.cacheRead))}
  ${fact(strings.cacheWrite, amount(written, usage.cacheWrite1h > 0 ? strings.hour(number(usage.cacheWrite1h)) : ""))}
  ${fact(
    strings.output,
    html`${orMore(usage.output)}${
      usage.thinking > 0 ? html`<small>${strings.thinking(orMore(usage.thinking))}</small>` : nothing
    }`,
  )}
  ${fact(
    strings.context,
    context === null
      ? ""
      : html`${strings.tokens(number(context))}${share === "" ? nothing : html`<small>${share}</small>`}`,
  )}
  ${fact(strings.cost, sum === "" ? "" : html`${sum}${notes.map((note) => html`<small>${markInvisible(note)}</small>`)}`)}`;
}

function amount(n: number, note = ""): TemplateResult | string {
  if (n === 0 && note === "") return "0";
  return html`${number(n)}${note === "" ? nothing : html`<small>${note}</small>`}`;
}

/** Formats the cost of one response, which is often less than a cent. */
function dollars(usd: number): string {
  return `$${usd.toFixed(usd >= 0.1 ? 2 : 4)}${pricedBy()}`;
}

/** Renders a line of facts; nothing if the fact is unknown. */
export function fact(label: string, value: unknown): TemplateResult | typeof nothing {
  if (value === "") return nothing;
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** An ID that can be selected and searched for. */
export function name(label: string, id: string): TemplateResult | typeof nothing {
  return fact(label, id === "" ? "" : html`<code>${markInvisible(id)}</code>`);
}
