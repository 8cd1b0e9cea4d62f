import { type PropertyValues, type TemplateResult, css, html } from "lit";
import type { SessionEvents } from "../../../session/events";
import { type Header, title } from "../../../session/header";
import { markInvisible } from "../../../content/visible-text";
import { strings as sessionStrings } from "../../../session/strings";
import { totalCost } from "../../../session/totals";
import { AppSession } from "../viewer";

/** `<unspool-sample>` is the viewer of the app in a box on the landing page: the timeline above the conversation. */
export class SampleViewer extends AppSession {
  protected override strip(use: Header | undefined): TemplateResult {
    return use?.info === undefined
      ? html``
      : html`<header class="strip">
          <span class="heading ellipsis">${markInvisible(title(use.info))}</span>
          <span class="figures">
            ${sessionStrings.promptsAndEvents(use.info.typedPrompts, use.info.events)} · ${totalCost(use.info)}
          </span>
        </header>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.panes?.controller?.setOpen("timeline", true);
  }

  /** Emits events that stay in the box. */
  override emit<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Whether everything is rendered that a picture of the viewer would show. */
  get isComplete(): boolean {
    return (
      this.renderRoot.querySelector("unspool-timeline") !== null &&
      this.renderRoot.querySelector("unspool-row[data-kind]") !== null &&
      !this.busy
    );
  }

  static override styles = [
    ...AppSession.styles,
    css`
      .strip {
        flex-direction: row;
      }
      .strip .heading {
        flex: 1;
        min-width: 0;
      }
      .strip .figures {
        flex: none;
        color: var(--u-ink-3);
        font-size: var(--u-size-s);
        font-variant-numeric: tabular-nums;
      }
      .around > .viewbar .toggles {
        display: none;
      }
      unspool-list {
        scrollbar-width: none;
      }
      unspool-row[data-turn][data-index="0"] > .inner {
        margin-block-start: calc(-1 * var(--u-4));
      }
      @media (max-width: 480px) {
        .strip .figures {
          display: none;
        }
      }
    `,
  ];
}
