import type { LineCount, TouchedFile } from "../../parser/model";
import { type TemplateResult, html, nothing } from "lit";
import { strings as contentStrings } from "../../content/strings";
import { strings } from "../strings";

/** Returns the lines of the net change of a file, or those of all edits if the net change is not known. */
export function changedLines({ net, added, removed }: TouchedFile): LineCount {
  return net ?? { added, removed };
}

/** Renders how many lines a change added and removed; null counts as 0. */
export function diffstat(added: number | null, removed: number | null): TemplateResult {
  const plus = added ?? 0;
  const minus = removed ?? 0;
  return html`<span class="diffstat" role="img" aria-label=${contentStrings.changes(plus, minus)}
    >${plus === 0 && minus > 0 ? nothing : html`<span class="plus">${strings.added(plus)}</span>`}${
      minus > 0 ? html` <span class="minus">${strings.removed(minus)}</span>` : nothing
    }</span
  >`;
}
