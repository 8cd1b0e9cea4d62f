import { type TemplateResult, html, nothing } from "lit";
import { strings } from "./strings";
import type { AttemptsRow, BranchRow, Row } from "../parser/model";
import type { RowContext } from "./context";

/** The attempts at a point where the user went back: the abandoned ones and the current one. */
export function branch(row: AttemptsRow | BranchRow, context: RowContext): TemplateResult {
  const renderer = context.bodies();
  return html`<div class="branch">
    ${
      renderer.state === "loaded"
        ? renderer.value.alternatives(row, context)
        : html`<p class="small-line">${strings.attempts(Math.max(1, (row.fold.alternatives ?? []).length - 1))}</p>`
    }
  </div>`;
}

/** Renders the end of an abandoned attempt. */
export function branchEnd(row: Row, context: RowContext): unknown {
  const renderer = context.bodies();
  return renderer.state === "loaded" ? renderer.value.alternativeEnd(row, context) : nothing;
}
