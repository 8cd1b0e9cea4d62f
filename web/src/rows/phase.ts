import { type TemplateResult, css, html, nothing } from "lit";
import { words } from "../words";
import type { Row } from "../worker/model";
import { marked } from "./marked";

/** A phase of a workflow: the heading of its agents. */
export function phase(row: Row): TemplateResult {
  const failed = row.fold?.failed ?? 0;
  return html`<h4 class="phase small-line">
    <span class="name">${marked(row.text)}</span>
    <span class="facts">${words.row.agents(row.fold?.count ?? 0)}</span>
    ${failed > 0 ? html`<span class="failed">${words.row.failed(failed)}</span>` : nothing}
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
