import { type TemplateResult, css, html, nothing } from "lit";
import { baseName } from "../../session/format";
import { type IconName, icon } from "../../ui/icon";
import { strings } from "./strings";
import type { Chip, PromptRow } from "../../parser/model";
import { body } from "../shared/body";
import type { RowContext } from "../context";
import { markInvisible, stripInvisible } from "../../content/visible-text";

/** The attachments of a prompt; each chip opens to its own part. */
export function chips(row: PromptRow, context: RowContext): TemplateResult | typeof nothing {
  const list = row.chips ?? [];
  if (list.length === 0) return nothing;
  const { conversation } = context;
  // The body of an open row contains all of it.
  const isOpen = (at: number): boolean => !conversation.isOpen(row) && conversation.isUnfolded(chipName(row, at));
  return html`<ul class="chips">
      ${list.map(
        (chip, at) =>
          html`<li>
            ${
              chip.opens
                ? opener(chip, isOpen(at), () => conversation.setUnfolded(chipName(row, at), !isOpen(at)))
                : html`<span class="chip">${labelOf(chip)}</span>`
            }
          </li>`,
      )}
    </ul>
    ${list.map((_chip, at) => (isOpen(at) ? html`<div class="body" data-chip>${body(row.key, context, true, at + 1)}</div>` : nothing))}`;
}

/** Returns the key of a chip's state. */
export function chipName(row: PromptRow, at: number): string {
  return `chip ${at} ${row.key}`;
}

function opener(chip: Chip, open: boolean, toggle: () => void): TemplateResult {
  return html`<button
    type="button"
    class="chip"
    title=${stripInvisible(chip.label)}
    aria-expanded=${open}
    @click=${toggle}
  >
    ${labelOf(chip)}
  </button>`;
}

const icons: Readonly<Record<Chip["kind"], IconName>> = {
  selection: "edit",
  file: "read",
  memory: "notebook",
  diagnostics: "alert",
  reminder: "info",
  command: "skill",
  instructions: "skill",
  image: "image",
  document: "read",
  pasted: "copied",
  unknown: "unknown",
  more: "unknown",
};
const paths: ReadonlySet<Chip["kind"]> = new Set(["selection", "file", "memory", "image"]);

function labelOf({ kind, label }: Chip): TemplateResult {
  return html`${icon(icons[kind])}<span class="label ellipsis"
      >${strings.chip[kind] === "" ? nothing : html`<span class="kind">${strings.chip[kind]}</span> `}<bdi
        >${markInvisible(paths.has(kind) ? baseName(label) : label)}</bdi
      ></span
    >`;
}

export const chipStyles = css`
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-1) var(--u-2);
    margin: var(--u-2) 0 0;
    font: var(--u-size-s) / var(--u-row) var(--u-font);
  }
  .chips li {
    max-width: 100%;
  }
  .chip {
    display: flex;
    align-items: center;
    gap: 6px;
    max-width: min(100%, 420px);
    min-height: 24px;
    padding: 1px var(--u-2);
    border-radius: var(--u-radius);
    background: var(--u-bg);
    box-shadow: inset 0 0 0 1px var(--u-line);
    color: var(--u-ink-2);
    text-align: start;
  }
  .chip .icon {
    flex: none;
    width: 13px;
    height: 13px;
    color: var(--u-ink-3);
  }
  button.chip:hover,
  .chip[aria-expanded="true"] {
    box-shadow: inset 0 0 0 1px var(--u-accent-line);
    color: var(--u-ink);
  }
  .chip[aria-expanded="true"] .icon {
    color: var(--u-accent);
  }
  .chip .kind {
    color: var(--u-ink-3);
  }
  @media (forced-colors: active) {
    .chip {
      outline: 1px solid;
      outline-offset: -1px;
    }
  }
`;
