import { type TemplateResult, css, html, nothing } from "lit";
import { baseName } from "../element/format";
import { words } from "../words";
import type { Chip } from "../worker/model";
import { marked } from "./marked";

/** What stood beside the words of a prompt; a chip opens the prompt, where all of it can be read. */
export function chips(list: readonly Chip[] | null, toggle: () => void): TemplateResult | typeof nothing {
  if (list === null || list.length === 0) return nothing;
  return html`<ul class="chips">
    ${list.map((chip) => html`<li><button type="button" class="chip" title=${chip.label} @click=${toggle}>${said(chip)}</button></li>`)}
  </ul>`;
}

const paths: ReadonlySet<Chip["kind"]> = new Set(["selection", "file", "memory", "image"]);

function said({ kind, label }: Chip): TemplateResult {
  return html`<span class="kind">${words.chip[kind]}</span> <bdi>${marked(paths.has(kind) ? baseName(label) : label)}</bdi>`;
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
  }
  .chip {
    display: block;
    box-sizing: border-box;
    max-width: min(100%, 420px);
    padding: 1px var(--u-2);
    border: 0;
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink-2);
    font: inherit;
    text-align: start;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }
  .chip:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .chip .kind {
    color: var(--u-ink-3);
  }
`;
