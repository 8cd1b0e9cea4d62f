import { type TemplateResult, css, html, nothing } from "lit";
import { type Header, title } from "../../session/header";
import { icon } from "../../ui/icon";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { strings as viewerStrings } from "../../viewer/strings";
import { strings as sessionStrings } from "../../session/strings";

/** Renders the line above the conversation: the session, with figures that may arrive later. */
export function header({ info, back, help }: Header, facts: TemplateResult | undefined): TemplateResult {
  return html`<header class="strip">
    ${
      back === undefined
        ? nothing
        : html`<button
            type="button"
            class="tool-button"
            aria-label=${viewerStrings.allSessions}
            title=${viewerStrings.allSessions}
            @click=${back}
          >
            ${icon("back")}
          </button>`
    }
    <div class="about">
      <h2 class="heading ellipsis" dir="auto" title=${stripInvisible(info?.title ?? "")}>
        ${markInvisible(info === undefined ? sessionStrings.reading : title(info))}
      </h2>
      ${facts ?? nothing}
    </div>
    <slot name="tools"></slot>
    <button
      type="button"
      class="tool-button keys"
      aria-label=${viewerStrings.shortcuts}
      title=${`${viewerStrings.shortcuts} (?)`}
      @click=${help}
    >
      ${icon("keyboard")}
    </button>
  </header>`;
}

export const headerStyles = css`
  .strip {
    display: flex;
    align-items: center;
    gap: var(--u-2);
    flex: none;
    min-height: 34px;
    padding: 0 var(--u-4);
    border-bottom: 1px solid var(--u-line);
    background: var(--u-bg);
  }
  .strip .about {
    display: flex;
    flex: 1;
    align-items: baseline;
    gap: 2px var(--u-5);
    min-width: 0;
  }
  .strip .heading {
    flex: 1 1 auto;
    max-width: max-content;
    margin: 0;
    min-width: 10em;
    font: 600 14.5px / 22px var(--u-font);
    letter-spacing: -0.005em;
    color: var(--u-ink);
  }
  @media (max-width: 1100px) {
    .strip {
      padding-block: 4px;
    }
    .strip .about {
      flex-direction: column;
      align-items: stretch;
    }
    .strip .heading {
      flex: none;
      min-width: 0;
      max-width: none;
      line-height: 20px;
    }
  }
  @media (max-width: 900px) {
    .strip .keys {
      display: none;
    }
  }
`;
