import { type TemplateResult, css, html, nothing } from "lit";
import { duration } from "../session/format";
import type { IconName } from "../ui/icon";
import { spaced } from "../base/format";
import { about, ofOneFile, seriesText } from "./series-text";
import type { Series, SeriesRow } from "../parser/model";
import type { RowContext } from "./context";
import { diffstat } from "./shared/diffstat";
import { line } from "./shared/line";
import { markInvisible } from "../content/visible-text";
import { contextTokens } from "./tool";
import { who } from "./shared/speaker";

const icons: Readonly<Record<Series["family"], IconName>> = {
  look: "search",
  web: "fetch",
  bash: "bash",
  edit: "edit",
  task: "task",
  toolsearch: "tool",
  mcp: "mcp",
};

/** Similar successful calls, on one line that opens to them. */
export function series(row: SeriesRow, context: RowContext): TemplateResult {
  const calls = row.series;
  const [text, names] = summarize(calls);
  return html`<div class="tool series">
    ${who(row, context)}
    ${line({
      icon: calls.tools?.every(({ kind }) => kind === "read") === true ? "read" : icons[calls.family],
      open: calls.open,
      toggle: () => context.toggle(row),
      content: html`<span class="head"
        ><span class="verb ellipsis">${markInvisible(text)}</span>${
          calls.open || names.length === 0
            ? nothing
            : html`<bdi class="about ellipsis">${markInvisible(names.join(", "))}</bdi>`
        }</span
      >`,
      end: html`${
        calls.added === null && calls.removed === null ? nothing : diffstat(calls.added, calls.removed)
      }${contextTokens(calls.tokens)}${
        calls.duration > 0 ? html`<span class="took">${duration(calls.duration)}</span>` : nothing
      }`,
    })}
  </div>`;
}

/** Returns the summary of a series and the names beside it. */
function summarize(calls: Series): readonly [text: string, names: readonly string[]] {
  const names = calls.family === "mcp" ? (calls.tools ?? []).map(({ name }) => spaced(name)) : about(calls);
  return [seriesText(calls, names[0] ?? ""), ofOneFile(calls) ? [] : names];
}

/** The complete text, for screen readers. */
export function seriesName(calls: Series): string {
  const [text, names] = summarize(calls);
  return [text, ...names].join(", ");
}

export const seriesStyles = css`
  .series .verb {
    max-width: 75%;
  }
  .series .verb:only-child {
    max-width: 100%;
  }
  .series .about {
    color: var(--u-ink-3);
    font-family: var(--u-mono);
    font-size: 0.92em;
  }
  /* The calls of an open series have a thread beside them. */
  unspool-row[data-inside] > .inner {
    padding-inline-start: calc(var(--depth) * var(--step) + var(--u-gutter));
    background: linear-gradient(var(--u-line-strong), var(--u-line-strong)) no-repeat
      calc(var(--depth) * var(--step) + var(--u-icon) / 2 - 1px) 0 / 1px 100%;
  }
`;
