import { type TemplateResult, css, html, nothing } from "lit";
import type { FoundValue } from "../../../parser/model";
import { markInvisible } from "../../../content/visible-text";
import { strings } from "./strings";

/** The state of the check for secrets and personal data. */
export type Check =
  | { readonly kind: "off"; readonly why: string }
  | { readonly kind: "checking"; readonly done: number; readonly total: number }
  | { readonly kind: "found"; readonly values: readonly FoundValue[] }
  | { readonly kind: "failed"; readonly why: string }
  /** A word or a pattern of the user cannot be used. */
  | { readonly kind: "invalid"; readonly why: string };

const LISTED = 200; // values of a kind

interface FindingsUse {
  readonly ignored: ReadonlySet<string>;
  /** Ignores values, or has them replaced. */
  readonly onIgnore: (values: readonly FoundValue[], ignore: boolean) => void;
}

/** Renders the values that were found by their kinds, each with a choice to replace it. */
export function findings(values: readonly FoundValue[], use: FindingsUse): TemplateResult {
  const order = Object.keys(strings.kindsFound);
  const kinds = new Map<string, FoundValue[]>(order.map((kind) => [kind, []]));
  for (const value of values) {
    const some = kinds.get(value.kind);
    if (some === undefined) kinds.set(value.kind, [value]);
    else some.push(value);
  }
  return html`<div class="findings">
    ${[...kinds].map(([kind, some]) => {
      if (some.length === 0) return nothing;
      const ignored = some.filter(({ value }) => use.ignored.has(value)).length;
      const name = strings.kindsFound[kind] ?? kind;
      return html`<details>
        <summary>
          <span>${name}</span>
          <span class="count">${strings.replacedOf(some.length - ignored, some.length)}</span>
        </summary>
        <label class="every">
          <input
            type="checkbox"
            name="kind"
            .checked=${ignored === 0}
            .indeterminate=${ignored > 0 && ignored < some.length}
            @change=${() => use.onIgnore(some, ignored === 0)}
          />
          ${strings.replaceAll} <span class="unseen">${name}</span>
        </label>
        <ul>
          ${some.slice(0, LISTED).map((one) => finding(one, use))}
          ${some.length > LISTED ? html`<li>${strings.more(some.length - LISTED)}</li>` : nothing}
        </ul>
      </details>`;
    })}
  </div>`;
}

function finding(one: FoundValue, { ignored, onIgnore }: FindingsUse): TemplateResult {
  const isIgnored = ignored.has(one.value);
  return html`<li>
    <label>
      <input type="checkbox" name="value" .checked=${!isIgnored} @change=${() => onIgnore([one], !isIgnored)} />
      <span class="context"
        >${markInvisible(one.before)}<mark>${markInvisible(one.value)}</mark>${markInvisible(one.after)}</span
      >
    </label>
    <span class="count">${strings.times(one.count)}</span>
  </li>`;
}

export const findingStyles = css`
  .findings {
    margin-block-start: var(--u-2);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius);
  }
  .findings details {
    margin: 0;
  }
  .findings details + details {
    border-top: 1px solid var(--u-line);
  }
  .findings summary {
    display: flex;
    justify-content: space-between;
    width: auto;
    padding: var(--u-1) var(--u-3);
    color: var(--u-ink);
  }
  .findings :is(.every, ul) {
    margin: 0;
    padding: 0 var(--u-3) var(--u-1);
  }
  .findings ul {
    max-height: 220px;
    overflow-y: auto;
  }
  .findings label {
    display: flex;
    gap: var(--u-2);
    min-width: 0;
  }
  .context {
    overflow: hidden;
    color: var(--u-ink-3);
    font-family: var(--u-mono);
    font-size: var(--u-size-s);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .context mark {
    border-radius: 2px;
    background: var(--u-warn-soft);
    color: var(--u-ink);
  }
  .count {
    flex: none;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
`;
