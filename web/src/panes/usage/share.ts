import { type TemplateResult, html, svg } from "lit";

/** A part of a whole, from 0 to 1, as a bar beside its number. */
export function bar(share: number): TemplateResult {
  return html`<svg class="share" aria-hidden="true">${svg`<rect height="100%" width="${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%"></rect>`}</svg>`;
}
