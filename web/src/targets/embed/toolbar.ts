import { type TemplateResult, css, html, nothing } from "lit";
import { duration } from "../../session/format";
import { type Header, title } from "../../session/header";
import { icon } from "../../ui/icon";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { strings as viewerStrings } from "../../viewer/strings";
import { strings as sessionStrings } from "../../session/strings";
import { totalCost, totalCostNotes } from "../../session/totals";

/** Renders the line above a conversation in another site's page: its title, its length, and the buttons. */
export function toolbar({ info, back, help, details, findings }: Header): TemplateResult {
  return html`<div class="toolbar" part="toolbar">
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
    <span class="heading ellipsis" dir="auto" title=${stripInvisible(info?.title ?? "")}
      >${info === undefined ? sessionStrings.reading : markInvisible(title(info))}</span
    >
    ${info === undefined ? nothing : facts(info, details, findings)}
    <button
      type="button"
      class="tool-button keys"
      aria-label=${viewerStrings.shortcuts}
      title=${`${viewerStrings.shortcuts} (?)`}
      @click=${help}
    >
      ${icon("keyboard")}
    </button>
  </div>`;
}

/** Renders the same line with only a name. */
export function nameBar(text: string): TemplateResult {
  return html`<div class="toolbar" part="toolbar">
    <span class="heading ellipsis" dir="auto" title=${text}>${text}</span>
  </div>`;
}

function facts(
  info: NonNullable<Header["info"]>,
  details: () => void,
  findings: (() => void) | undefined,
): TemplateResult {
  const took = info.start > 0 && info.end > info.start ? duration(info.end - info.start) : "";
  const price = totalCost(info);
  return html`${took === "" ? nothing : html`<span class="figure minor">${took}</span>`}
    ${
      findings === undefined || info.damaged === 0
        ? nothing
        : html`<button type="button" class="figure damaged" @click=${findings}>
            ${sessionStrings.damaged(info.damaged)}
          </button>`
    }
    ${
      info.turns === 0
        ? nothing
        : html`<span class="figure">${sessionStrings.promptsAndEvents(info.typedPrompts, info.events)}</span>`
    }
    <button
      type="button"
      class="figure sum"
      aria-label=${price === "" ? nothing : `${sessionStrings.aboutSession}: ${price}`}
      title=${stripInvisible(totalCostNotes(info).join("\n"))}
      @click=${details}
    >
      ${price === "" ? sessionStrings.details : price}
    </button>`;
}

export const toolbarStyles = css`
  .toolbar {
    container: toolbar / inline-size;
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--u-2);
    height: calc(var(--u-row) * 2);
    padding-inline: var(--u-4) var(--u-2);
    border-bottom: 1px solid var(--u-line);
    background: var(--u-raised);
    font-size: var(--u-size-m);
    line-height: var(--u-row);
  }
  .toolbar .tool-button {
    width: 28px;
    height: 28px;
  }
  .toolbar .tool-button:first-child {
    margin-inline-start: calc(-1 * var(--u-2));
  }
  .toolbar .heading {
    flex: 1;
    font-weight: var(--u-strong);
  }
  .toolbar .figure {
    flex: none;
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .toolbar .figure + .figure::before {
    content: "·" / "";
    display: inline-block;
    margin-inline-end: var(--u-2);
    color: var(--u-line-strong);
  }
  .toolbar button.figure {
    cursor: pointer;
  }
  .toolbar button.figure:hover {
    color: var(--u-ink);
  }
  .toolbar button.figure:focus-visible {
    outline-offset: 2px;
    border-radius: 2px;
  }
  .toolbar .damaged {
    color: var(--u-warn);
  }
  @container toolbar (max-width: 560px) {
    .toolbar :is(.minor, .keys),
    .toolbar .minor + .figure::before {
      display: none;
    }
    .toolbar .sum {
      margin-inline-end: var(--u-2);
    }
  }
  @container toolbar (max-width: 360px) {
    .toolbar .damaged,
    .toolbar .damaged + .figure::before {
      display: none;
    }
  }
`;
