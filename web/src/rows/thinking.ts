import { type TemplateResult, css, html, nothing } from "lit";
import { bytes, duration } from "../session/format";
import { strings } from "./strings";
import type { ThinkingRow } from "../parser/model";
import { body } from "./shared/body";
import type { RowContext } from "./context";
import { line } from "./shared/line";
import { markInvisible } from "../content/visible-text";
import { prose } from "./shared/prose";
import { who } from "./shared/speaker";

/** Claude's thinking, folded into one line. */
export function thinking(row: ThinkingRow, context: RowContext): TemplateResult {
  const missing = row.text === "";
  const open = context.conversation.isOpen(row);
  const redacted = row.flavor === "redacted";
  const unsaid = redacted ? strings.redacted : strings.noThinking;
  // If the time is known, it comes first, followed by what is missing.
  const timed = row.took > 0;
  const label = timed ? strings.thought(duration(row.took)) : missing ? unsaid : strings.thinking;
  const summary = !missing ? excerpt(row.text) : timed ? (redacted ? strings.unsaidRedacted : strings.unsaid) : "";
  return html`<div class="thinking" ?data-missing=${missing}>
    ${who(row, context)}
    ${line({
      icon: missing ? "dot" : "thinking",
      tone: "faint",
      open,
      toggle: missing ? undefined : () => context.toggle(row),
      content: html`<span class="label">${label}</span
        >${(open && !missing) || summary === "" ? nothing : html`<span class="row-summary ellipsis">${markInvisible(summary)}</span>`}`,
      end: missing || row.size < 1000 ? undefined : bytes(row.size),
      body: () =>
        html`${missing || row.cut ? nothing : prose(row.key, row.text, context)}
        ${body(row.key, context, row.cut || missing)}`,
    })}
  </div>`;
}

/**
 * Returns the beginning of a text on one line, without the Markdown marks around words and lines; characters inside a
 * word or a name stay.
 */
export function excerpt(text: string): string {
  return text
    .slice(0, 200)
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, " ")
    .replace(/(?<![^\s(])\*\*(?=\S)([^*]+)(?<=\S)\*\*(?![\w*/])/g, "$1")
    .replace(/`+([^`]+)`+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

export const thinkingStyles = css`
  .thinking .content {
    display: flex;
    gap: var(--u-2);
    white-space: nowrap;
  }
  .thinking .label {
    flex: none;
  }
  .thinking .row-summary {
    font-style: italic;
  }
  [data-missing] .row-summary {
    font-style: normal;
  }
  /* Thinking without text is the faintest line, and among lines of work it is only a dot until it is hovered or
     focused. */
  [data-missing] .row-button {
    padding-block: 0;
    font-size: var(--u-size-f);
  }
  unspool-row[data-between] > .inner {
    padding-block: 0;
  }
  [data-between] [data-missing] .row-button {
    position: relative;
    line-height: 6px;
  }
  [data-between] [data-missing] .row-button::before {
    content: "";
    position: absolute;
    inset: -4px 0;
  }
  /* The text overlaps the spacing of the lines around it, at its full height. */
  [data-between] [data-missing] .content {
    position: absolute;
    inset: calc(3px - var(--u-row) / 2) var(--u-2) auto calc(var(--u-2) + var(--u-icon) + var(--u-3));
    line-height: var(--u-row);
  }
  [data-between] [data-missing] .lead {
    height: 6px;
  }
  [data-between] .row-button:not(:hover) .content {
    opacity: 0;
  }
  unspool-row[data-between]:focus-visible .row-button .content {
    opacity: 1;
  }
  .thinking .body .prose {
    color: var(--u-ink-2);
    font-size: var(--u-size-m);
  }
`;
