import { type TemplateResult, html } from "lit";
import type { Header } from "../element/header";
import { UnspoolSession } from "../element/session";
import { words } from "../words";
import { header, headerStyles } from "./header";

/** `<unspool-session>` as the app has it: it fills the page, whose own tools stand in its header. */
export class AppSession extends UnspoolSession {
  protected override strip(use: Header | undefined): TemplateResult {
    if (use !== undefined) return header(use);
    return html`<header class="strip">
      <div class="about"><span class="heading">${words.name}</span></div>
      <slot name="tools"></slot>
    </header>`;
  }

  static override styles = [...UnspoolSession.styles, headerStyles];
}
