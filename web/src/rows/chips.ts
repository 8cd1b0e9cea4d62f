import { type TemplateResult, css, html, nothing } from "lit";
import { words } from "../words";
import type { Chip } from "../worker/model";
import { marked } from "./marked";

/** What stood beside the words of a prompt. */
export function chips(list: readonly Chip[] | null): TemplateResult | typeof nothing {
  if (list === null || list.length === 0) return nothing;
  return html`<ul class="chips">
    ${list.map((chip) => html`<li><span class="kind">${words.chip[chip.kind]}</span> <bdi>${marked(chip.label)}</bdi></li>`)}
  </ul>`;
}

export const chipStyles = css`
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-1) var(--u-2);
    margin: var(--u-2) 0 0;
    padding: 0;
    list-style: none;
    font-size: var(--u-size-s);
    line-height: 20px;
  }
  .chips li {
    max-width: 100%;
    padding: 1px var(--u-2);
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink-2);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chips .kind {
    color: var(--u-ink-3);
  }
`;
