import { type TemplateResult, html, svg } from "lit";
import { tokens } from "../../session/format";

/** Renders a share from 0 to 1 as a bar beside its number. */
export function bar(share: number): TemplateResult {
  return html`<svg class="share" aria-hidden="true">
    ${svg`<rect height="100%" width="${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%"></rect>`}
  </svg>`;
}

/** Formats the size of a context window: "200k", "1M". */
export function windowSize(n: number): string {
  return tokens(n).replace(".0", "");
}
