import { type TemplateResult, css, html } from "lit";
import { markInvisible, stripInvisible } from "../../content/visible-text";

/** Text as recorded. A long one scrolls by itself, so it is focusable and has a name. */
export function plain(text: string, label: string, dir: "auto" | "ltr" = "auto"): TemplateResult {
  return html`<pre class="plaintext" dir=${dir} role="group" tabindex="0" aria-label=${stripInvisible(label)}>
${markInvisible(text)}</pre>`;
}

export const plainStyles = css`
  .plaintext {
    max-height: 496px;
    padding: var(--u-2) var(--u-3);
    overflow: auto;
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink);
    font: var(--u-size-s) / var(--u-row) var(--u-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
  }
`;
