import { type TemplateResult, css, html, nothing } from "lit";
import { marked } from "../rows/marked";
import type { SessionInfo } from "../worker/model";
import { words } from "../words";
import { cost, costNote, date, duration, folder, fullTime, model } from "./format";
import { icon } from "./icon";

export interface Header {
  readonly info: SessionInfo | undefined;
  readonly back: (() => void) | undefined;
  readonly help: () => void;
  /** Shows what is wrong in the files. */
  readonly findings: (() => void) | undefined;
}

/** The strip above the conversation: what session this is. */
export function header({ info, back, help, findings }: Header): TemplateResult {
  return html`<header class="strip">
    ${back === undefined
      ? nothing
      : html`<button type="button" class="tool-button" aria-label=${words.back} title=${words.back} @click=${back}>${icon("back")}</button>`}
    <div class="about">
      <h2 class="heading" dir="auto" title=${info?.title ?? ""}>${marked(info === undefined ? words.reading : title(info))}</h2>
      ${info === undefined ? nothing : facts(info, findings)}
    </div>
    <slot name="tools"></slot>
    <button type="button" class="tool-button keys" aria-label=${words.help} title=${words.help} @click=${help}>${icon("keyboard")}</button>
  </header>`;
}

export function title(info: SessionInfo): string {
  return info.title || words.untitled;
}

function facts(info: SessionInfo, findings: (() => void) | undefined): TemplateResult {
  const took = info.start > 0 && info.end > info.start ? duration(info.end - info.start) : "";
  const price = cost(info.cost);
  return html`<ul class="facts">
    ${fact(info.branch)} ${fact(info.project === "" ? "" : folder(info.project), info.project)}
    ${fact(info.model === "" ? "" : model(info.model), info.model)} ${fact(date(info.start), fullTime(info.start))} ${fact(took)}
    ${fact(info.turns > 0 ? words.row.turns(info.turns) : "")} ${fact(price, costNote(info.cost))}
    ${info.damaged > 0 && findings !== undefined
      ? html`<li><button type="button" class="damaged" @click=${findings}>${words.damaged(info.damaged)}</button></li>`
      : nothing}
  </ul>`;
}

function fact(said: string, note = ""): TemplateResult | typeof nothing {
  return said === "" ? nothing : html`<li title=${note || nothing}><bdi>${marked(said)}</bdi></li>`;
}

export const headerStyles = css`
  .strip {
    display: flex;
    align-items: center;
    gap: var(--u-2);
    flex: none;
    min-height: 48px;
    box-sizing: border-box;
    padding: 6px var(--u-4);
    border-bottom: 1px solid var(--u-line);
    background: var(--u-bg);
  }
  .strip .about {
    display: flex;
    flex: 1;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px var(--u-5);
    min-width: 0;
  }
  .strip .heading {
    margin: 0;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 14.5px;
    line-height: 22px;
    font-weight: 600;
    letter-spacing: -0.005em;
    color: var(--u-ink);
  }
  .strip .facts {
    display: flex;
    flex: none;
    max-width: 70%;
    overflow: hidden;
    margin: 0;
    padding: 0;
    list-style: none;
    white-space: nowrap;
    font-size: var(--u-size-s);
    line-height: 20px;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .strip .facts li:not(:last-child)::after {
    content: "·";
    margin-inline: 7px;
    color: var(--u-line-strong);
  }
  .strip .damaged {
    padding: 0;
    border: 0;
    background: none;
    color: var(--u-warn);
    font: inherit;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .tool-button {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    padding: 0;
    border: 0;
    border-radius: var(--u-radius);
    background: none;
    color: var(--u-ink-2);
    cursor: pointer;
  }
  .tool-button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .tool-button .icon {
    width: 17px;
    height: 17px;
  }
  @media (max-width: 900px) {
    .strip .about {
      flex-direction: column;
      align-items: stretch;
    }
    .strip .facts {
      max-width: 100%;
      overflow-x: auto;
      scrollbar-width: none;
    }
    .strip .heading {
      line-height: 20px;
    }
    .strip .keys {
      display: none;
    }
  }
`;
