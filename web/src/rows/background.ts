import { type TemplateResult, css, html, nothing } from "lit";
import { backgroundText, hookFailure } from "./background-text";
import { strings } from "./strings";
import type { Fold, BackgroundFoldRow, BackgroundRow } from "../parser/model";
import { body } from "./shared/body";
import type { RowContext } from "./context";
import { line } from "./shared/line";
import { markInvisible } from "../content/visible-text";

/** A run of background records on one line. A failed one names the record and the reason. */
export function background(row: BackgroundRow, context: RowContext): TemplateResult {
  const { fold } = row;
  const failed = fold.failed > 0;
  const open = context.conversation.isOpen(row);
  return html`<div class="background">
    ${line({
      icon: failed ? "alert" : "dot",
      tone: failed ? "bad" : "faint",
      open,
      toggle: () => context.toggle(row),
      content: failed
        ? failure(fold, open)
        : html`<span class="row-summary ellipsis"
            >${markInvisible(backgroundText(fold.kinds ?? []) || strings.quiet(fold.count))}</span
          >`,
      end: fold.failed > 1 ? html`<span class="bad">${strings.failedCount(fold.failed)}</span>` : undefined,
      body: () => body(row.key, context, true),
    })}
  </div>`;
}

/** The background records of a turn: one line that opens to them. */
export function backgroundFold(row: BackgroundFoldRow, context: RowContext): TemplateResult {
  const { fold } = row;
  return html`<div class="background">
    ${line({
      icon: "dot",
      tone: "faint",
      open: fold.open,
      toggle: () => context.toggle(row),
      content: html`<span class="row-summary">${strings.backgroundRecords(fold.count)}</span>`,
    })}
  </div>`;
}

function failure(fold: Fold, open: boolean): TemplateResult {
  return html`<span class="head"
      ><span class="verb ellipsis">${hookFailure(fold.kinds?.[0]?.name ?? "")}</span
      >${fold.what === "" ? nothing : html`<bdi class="object">${markInvisible(fold.what)}</bdi>`}</span
    >${fold.why === "" || open ? nothing : html`<span class="why clamp">${markInvisible(fold.why)}</span>`}`;
}

export const backgroundStyles = css`
  .background .row-button.faint {
    padding-block: 2px;
    font-size: var(--u-size-f);
  }
  .background .content {
    display: flex;
    flex-direction: column;
  }
`;
