import { type TemplateResult, css, html, nothing } from "lit";
import { strings } from "./strings";
import type { PhaseRow } from "../parser/model";
import { marked } from "../content/visible-text";

/** A phase of a workflow: the heading of its agents. */
export function phase({ fold, text }: PhaseRow): TemplateResult {
  return html`<h4 class="phase small-line">
    <span class="name">${marked(text)}</span>
    <span class="facts">${strings.agents(fold.count)}</span>
    ${fold.failed > 0 ? html`<span class="failed">${strings.failedCount(fold.failed)}</span>` : nothing}
  </h4>`;
}

export const phaseStyles = css`
  .phase {
    margin: var(--u-2) 0 0;
  }
  .phase .name {
    font-weight: 600;
    color: var(--u-ink-2);
  }
  .phase .failed {
    color: var(--u-bad);
  }
`;
