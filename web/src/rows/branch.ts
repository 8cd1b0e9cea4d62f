import { type TemplateResult, css, html, nothing } from "lit";
import { isoTime } from "../element/format";
import { words } from "../words";
import type { Row } from "../worker/model";
import type { RowContext } from "./context";
import { line } from "./line";
import { marked } from "./marked";

/** What was left behind by a rewind or an edited prompt: one attempt with how it began, or several at one place. */
export function branch(row: Row, context: RowContext): TemplateResult {
  const { fold } = row;
  const several = row.kind === "attempts";
  const begin = several ? (fold?.words ?? []) : [row.text];
  const shown = begin.filter((one) => one !== "").join(" · ");
  return html`<div class="branch">
    ${line({
      icon: "branch",
      tone: "faint",
      open: fold?.open ?? false,
      toggle: () => context.toggle(row),
      content: html`<span class="head"
        ><span class="kind">${row.inside ? words.row.attempt(fold?.nth ?? 1) : words.row.attempts(several ? begin.length : 1)}</span>${several && fold?.open === true
          ? nothing
          : html`<span class="glimpse" dir="auto">${shown === "" ? words.row.noWords : marked(shown)}</span>`}</span
      >`,
      end: html`${fold === null || fold.turns === 0 ? nothing : words.row.attemptTurns(fold.turns)}${several || row.time === 0
        ? nothing
        : html`<time class="took" datetime=${isoTime(row.time)} title=${context.dates().fullTime(row.time)}>${context.dates().time(row.time)}</time>`}`,
    })}
  </div>`;
}

/** Where what was left behind is over. */
export function branchEnd(): TemplateResult {
  return html`<p class="attempt-end small-line">${words.row.attemptEnd}</p>`;
}

export const branchStyles = css`
  .attempt-end {
    margin: var(--u-2) 0;
  }
  .branch .kind {
    flex: none;
    color: var(--u-ink-2);
    font-weight: var(--u-medium);
  }
`;
