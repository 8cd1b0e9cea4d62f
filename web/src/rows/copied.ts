import { type TemplateResult, css, html, nothing } from "lit";
import { strings } from "./strings";
import type { CopiedRow } from "../parser/model";
import type { RowContext } from "./context";
import { line } from "./shared/line";
import { link, linkIcons, linkText } from "./link";
import { markInvisible } from "../content/visible-text";

/** Records that are copied from another session: one line that opens, and a link to that session. */
export function copied(row: CopiedRow, context: RowContext): TemplateResult {
  const { fold, link: from } = row;
  if (fold === null) return link(row, context); // they follow in full
  return html`<div class="copied">
    ${line({
      icon: linkIcons[from.kind],
      tone: "faint",
      open: fold.open,
      toggle: () => context.toggle(row),
      content: html`<span class="row-summary ellipsis">${markInvisible(linkText(from))}</span>`,
      end: [strings.records(fold.count), fold.turns > 0 ? strings.attemptTurns(fold.turns) : ""]
        .filter((part) => part !== "")
        .join(" · "),
    })}
    ${
      from.index === null
        ? nothing
        : html`<button type="button" class="quiet" title=${strings.visitTitle} @click=${() => context.visit(from)}>
            ${strings.visit}
          </button>`
    }
  </div>`;
}

export const copiedStyles = css`
  .copied {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: baseline;
    column-gap: var(--u-4);
  }
  .copied .quiet {
    margin: 0;
  }
  unspool-row[data-copied] .asked .number {
    margin-inline-end: 16px;
  }
  @container conversation (max-width: 560px) {
    .copied {
      grid-template-columns: minmax(0, 1fr);
    }
    .copied .row-button {
      grid-template-columns: var(--u-icon) minmax(0, 1fr);
    }
    .copied .row-button .end {
      grid-column: 2;
    }
    .copied .quiet {
      justify-self: start;
      margin-inline-start: calc(var(--u-icon) + var(--u-3));
    }
  }
`;
