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
  return html`<ul class="facts places">
      ${place(info.branch, info.branch)} ${place(folder(info.project), info.project)}
    </ul>
    <ul class="facts">
      ${fact(info.model === "" ? "" : model(info.model), info.model)} ${fact(date(info.start), fullTime(info.start), "minor")} ${fact(took)}
      ${fact(info.turns > 0 ? words.row.turns(info.turns) : "", "", "minor")} ${fact(price, costNote(info.cost))}
      ${info.damaged > 0 && findings !== undefined
        ? html`<li><button type="button" class="damaged" @click=${findings}>${words.damaged(info.damaged)}</button></li>`
        : nothing}
    </ul>`;
}

function fact(said: string, note = "", rank = ""): TemplateResult | typeof nothing {
  return said === "" ? nothing : html`<li class=${rank || nothing} title=${note || nothing}><bdi>${marked(said)}</bdi></li>`;
}

/** A branch or a folder: where room is short it gives way in its middle, since its last name says most. */
function place(said: string, whole: string): TemplateResult | typeof nothing {
  if (said === "") return nothing;
  const last = /[/\\]?[^/\\]*$/.exec(said)?.[0] ?? "";
  const tail = last.length < said.length ? last : said.slice(-Math.min(12, said.length >> 1));
  return html`<li title=${whole}><bdi><span>${marked(said.slice(0, said.length - tail.length))}</span><span>${marked(tail)}</span></bdi></li>`;
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
    gap: 2px 0;
    min-width: 0;
  }
  .strip .heading {
    flex: 1 3 auto;
    margin: 0;
    margin-inline-end: var(--u-5);
    min-width: 36%;
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
    margin: 0;
    padding: 0;
    list-style: none;
    white-space: nowrap;
    font-size: var(--u-size-s);
    line-height: 20px;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  /* The title and the places give way; figures never do. */
  .strip .places {
    flex: 0 1 auto;
    min-width: 0;
  }
  .strip .places li {
    display: flex;
    min-width: 0;
  }
  .strip .places bdi {
    display: flex;
    min-width: 0;
  }
  .strip .places span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .strip .places span:not(:empty) {
    min-width: 1.2em;
  }
  .strip .places span:first-child {
    flex-shrink: 9999;
  }
  .strip .places li::after,
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
      display: grid;
      grid-template-columns: minmax(0, max-content) auto;
      justify-content: start;
    }
    .strip .heading {
      grid-column: 1 / -1;
      min-width: 0;
      margin-inline-end: 0;
      line-height: 20px;
    }
    .strip .keys {
      display: none;
    }
  }
  @media (max-width: 640px) {
    .strip .places,
    .strip .minor {
      display: none;
    }
    .strip .facts {
      grid-column: 1 / -1;
      flex-wrap: wrap;
    }
  }
`;
