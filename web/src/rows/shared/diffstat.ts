import { type TemplateResult, html, nothing } from "lit";
import { words } from "../../parser/words";

/** How many lines a change added and removed; unknown ones (-1) count as none. */
export function diffstat(added: number, removed: number): TemplateResult {
  const say = words.outcome;
  const plus = Math.max(0, added);
  const minus = Math.max(0, removed);
  return html`<span class="diffstat" role="img" aria-label=${say.changed(plus, minus)}
    >${plus === 0 && minus > 0 ? nothing : html`<span class="plus">${say.added(plus)}</span>`}${
      minus > 0 ? html` <span class="minus">${say.removed(minus)}</span>` : nothing
    }</span
  >`;
}
