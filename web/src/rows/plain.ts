import { type TemplateResult, html } from "lit";
import { marked, visible } from "./marked";

/** Text as it was recorded. A long one scrolls by itself, so it can have the focus, and has a name. */
export function plain(text: string, label: string, dir: "auto" | "ltr" = "auto"): TemplateResult {
  return html`<pre class="plaintext" dir=${dir} role="group" tabindex="0" aria-label=${visible(label)}>${marked(text)}</pre>`;
}
