import { type TemplateResult, css, html, nothing } from "lit";
import type { Item } from "../worker/model";
import { duration } from "../element/format";
import { machineryKind, permissionMode } from "../words";
import type { RowContext } from "./context";
import { marked } from "./marked";
import { rawRecord } from "./raw";

/** The records inside a folded run of machinery. */
export function items(list: readonly Item[], context: RowContext): TemplateResult {
  return html`<ul class="items">
    ${list.map(
      (item) =>
        html`<li ?data-failed=${item.failed}>
          <span class="itemname" title=${item.name}>${marked(machineryKind(item.name))}</span>${item.label === "" || item.label.endsWith(item.name)
            ? nothing
            : html` <bdi class="itemlabel">${marked(label(item))}</bdi>`}
          ${item.text === "" ? nothing : html`<pre class="plaintext" dir="auto">${marked(item.name === "permission-mode" ? permissionMode(item.text) : item.text)}</pre>`}
          ${rawRecord(item.origin, context, false)}
        </li>`,
    )}
  </ul>`;
}

/** The label as it is recorded, durations as a person reads them. */
function label({ name, label }: Item): string {
  if (name === "turn_duration") return duration(Number(label));
  return name === "bash_progress" ? duration(Number(label) * 1000) : label;
}

export const itemStyles = css`
  .items {
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: var(--u-size-s);
    line-height: 20px;
  }
  .items li {
    padding: 3px 0;
    overflow-wrap: anywhere;
  }
  .items .raw .quiet {
    margin: 0;
  }
  .items .itemname {
    color: var(--u-ink-2);
    font-weight: 500;
  }
  .items .itemlabel {
    color: var(--u-ink-3);
  }
  .items [data-failed] .itemname {
    color: var(--u-bad);
  }
  .items .plaintext {
    max-height: 240px;
    margin: var(--u-1) 0;
    color: var(--u-ink-2);
  }
`;
