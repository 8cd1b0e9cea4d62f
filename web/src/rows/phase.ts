import { type TemplateResult, css, html, nothing } from "lit";
import { words } from "../parser/words";
import type { PhaseRow } from "../parser/model";
import { marked } from "../content/visible-text";

/** A phase of a workflow: the heading of its agents. */
export function phase({ fold, text }: PhaseRow): TemplateResult {
  return html`<h4 class="phase small-line">
    <span class="name">${marked(text)}</span>
    <span class="facts">${words.row.agents(fold.count)}</span>
    ${fold.failed > 0 ? html`<span class="failed">${words.row.failed(fold.failed)}</span>` : nothing}
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
