import { type TemplateResult, css, html, nothing } from "lit";
import type { Header } from "../../session/header";
import { ViewerElement } from "../../viewer/viewer-element";
import type { RowContext } from "../../rows/context";
import { strings } from "./strings";
import { header, headerStyles } from "./header";

/** The layout until the panes, which have styles of their own, are loaded. */
const aroundStyles = css`
  :where(.around, .main) {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-height: 0;
  }
  .around > .viewbar {
    min-height: 26px;
  }
`;

/**
 * `<unspool-session>` in the app: it fills the page, with the page's own buttons in its header and panes around the
 * conversation.
 */
export class AppSession extends ViewerElement {
  protected override strip(use: Header | undefined): TemplateResult {
    if (use !== undefined) return header(use, this.panes?.facts(use));
    return html`<header class="strip">
      <div class="about"><span class="heading ellipsis">${strings.name}</span></div>
      <slot name="tools"></slot>
    </header>`;
  }

  override get fillsPage(): boolean {
    return true;
  }

  protected override conversation(context: RowContext): TemplateResult {
    const { panes } = this;
    const view = panes?.view;
    const below = view !== undefined;
    const covered = panes?.isCovered === true;
    return html`<div class="around" data-view=${view ?? nothing}>
      <div class="viewbar">${panes?.bar()}</div>
      <div class="top" ?inert=${below}>${panes?.area("top")}</div>
      <div class="above" ?inert=${below}>${panes?.area("above")}</div>
      <div class="start">${panes?.area("start")}</div>
      <div class="main" ?inert=${below || covered}>${super.conversation(context)}</div>
      ${below ? html`<div class="view" ?inert=${covered}>${panes?.area("view")}</div>` : nothing}
      <div class="end">${panes?.area("end")}</div>
    </div>`;
  }

  static override styles = [...ViewerElement.styles, headerStyles, aroundStyles];
}
