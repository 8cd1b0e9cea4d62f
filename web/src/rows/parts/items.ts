import { type TemplateResult, css, html, nothing } from "lit";
import type { HookRun, Item } from "../../parser/model";
import { duration } from "../../session/format";
import { backgroundText, backgroundKind } from "../background-text";
import { number } from "../../base/format";
import { permissionMode } from "../note-text";
import { strings, queueOperation } from "./strings";
import { strings as contentStrings } from "../../content/strings";
import type { RowContext } from "../context";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { plain } from "./plain";
import { rawRecord } from "./raw";

/**
 * The records inside a collapsed run of background records, grouped by kind; a single kind can be named by the line
 * above.
 */
export function items(list: readonly Item[], context: RowContext): TemplateResult {
  const kinds = new Map<string, Item[]>();
  for (const item of list) {
    const same = kinds.get(item.name);
    if (same === undefined) kinds.set(item.name, [item]);
    else same.push(item);
  }
  return html`<div class="items">
    ${[...kinds].map(
      ([name, some]) =>
        html`<section ?data-failed=${some.some(({ failed }) => failed)}>
          ${
            kinds.size === 1 && backgroundText([{ name, count: 1 }]) === backgroundKind(name)
              ? nothing
              : html`<h4 class="itemname">
                  ${markInvisible(backgroundKind(name))}${
                    some.length > 1 ? html` <span class="itemlabel">${number(some.length)}</span>` : nothing
                  }
                </h4>`
          }
          <ul>
            ${some.map(
              (item) =>
                html`<li title=${stripInvisible(name)}>
                  ${renderItem(item)} ${rawRecord(item.location, context, false)}
                </li>`,
            )}
          </ul>
        </section>`,
    )}
  </div>`;
}

function renderItem(item: Item): TemplateResult | typeof nothing {
  const name = item.label === "" || item.label.endsWith(item.name) ? "" : label(item);
  const { more } = item;
  const runs = item.hooks ?? [];
  const text = item.name === "permission-mode" ? permissionMode(item.text) : item.text;
  if (name === "" && runs.length === 0 && text === "") return nothing;
  return html`<div class="item-text">
    ${name === "" ? nothing : html`<bdi class="itemlabel">${markInvisible(name)}</bdi> `}${
      runs.length > 0
        ? html`${runs.map(hook)}${more === 0 ? nothing : html`<p class="note">${strings.moreHooks(more)}</p>`}`
        : text === ""
          ? nothing
          : html`<span class="itemtext" dir="auto">${markInvisible(text)}</span>`
    }
  </div>`;
}

/** A command that a hook ran, with its outcome and output. */
function hook({ command, exit, duration: took, output, error }: HookRun): TemplateResult {
  const facts = [exit === null ? "" : contentStrings.exit(exit), duration(took)].filter((fact) => fact !== "");
  return html`<div class="hook">
    ${command === "" ? nothing : html`<code>${markInvisible(command)}</code> `}${
      facts.length === 0
        ? nothing
        : html`<span class=${exit !== null && exit > 0 ? "bad" : "itemlabel"}>${facts.join(" · ")}</span>`
    }
    ${error === "" ? nothing : html`<div class="bad">${plain(error, contentStrings.stderr)}</div>`}
    ${output === "" ? nothing : plain(output, contentStrings.output)}
  </div>`;
}

/** Returns the label as recorded, with readable durations; the number of hooks is visible anyway. */
function label({ name, label }: Item): string {
  if (name === "turn_duration") return duration(Number(label));
  if (name === "stop_hook_summary") return "";
  if (name === "queue-operation") return queueOperation(label);
  return name === "bash_progress" ? duration(Number(label) * 1000) : label;
}

export const itemStyles = css`
  .items {
    font: var(--u-size-s) / var(--u-row) var(--u-font);
    overflow-wrap: anywhere;
  }
  .items section + section {
    margin-top: var(--u-2);
  }
  .items li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    column-gap: var(--u-4);
    padding: 2px 0;
  }
  .items .item-text {
    flex: 1 1 60%;
    min-width: 0;
  }
  .items .raw .quiet {
    margin: 0;
    padding: 0;
    white-space: nowrap;
  }
  .items .itemname {
    margin: 0;
    font-size: inherit;
    font-weight: var(--u-medium);
    color: var(--u-ink-2);
  }
  .items .itemname::first-letter {
    text-transform: uppercase;
  }
  .items .itemlabel {
    color: var(--u-ink-3);
    font-weight: 400;
  }
  .items .itemtext {
    color: var(--u-ink-2);
  }
  .items code {
    color: var(--u-ink-2);
    font-family: var(--u-mono);
    font-size: 0.96em;
  }
  .items [data-failed] .itemname {
    color: var(--u-bad);
  }
  .items .plaintext {
    max-height: 256px;
    margin: var(--u-1) 0;
    color: var(--u-ink-2);
  }
  .items .bad .plaintext {
    background: var(--u-bad-soft);
    color: var(--u-ink);
  }
`;
