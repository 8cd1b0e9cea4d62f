import { type TemplateResult, css, html, nothing } from "lit";
import { linkIcons } from "../rows/link";
import { marked, visible } from "../rows/marked";
import type { SessionInfo } from "../worker/model";
import { paneWords } from "unspool:pane-words";
import { linkWords, words } from "../words";
import { type Dates, bytes, cost, costNote, folder, isoTime, model } from "../element/format";
import { title } from "../element/header";
import { icon } from "../element/icon";

export interface Choice {
  readonly choose: (session: SessionInfo) => void;
  /** Whether sessions in which nothing was said are shown, too. */
  readonly silent: boolean;
  readonly toggle: () => void;
  readonly dates: Dates;
}

/** The sessions of a folder, newest first, by project. */
export function chooser(all: readonly SessionInfo[], { choose, silent, toggle, dates }: Choice): TemplateResult {
  const spoken = all.filter((info) => !info.silent);
  const quiet = spoken.length === 0 ? 0 : all.length - spoken.length;
  const sessions = silent || spoken.length === 0 ? all : spoken;
  const newest = [...sessions].sort((a, b) => b.end - a.end || b.start - a.start);
  const projects = new Map<string, SessionInfo[]>();
  for (const info of newest) {
    const list = projects.get(info.project);
    if (list === undefined) projects.set(info.project, [info]);
    else list.push(info);
  }
  return html`<div class="chooser" tabindex="-1">
    <div class="inner">
      <h2>${paneWords.chooser.title}</h2>
      <p class="note">${paneWords.chooser.more(sessions.length)}</p>
      ${[...projects].map(
        ([project, list]) =>
          html`<section>
            <h3 title=${visible(project)}>${project === "" ? paneWords.chooser.noProject : marked(folder(project))}</h3>
            <ul>
              ${list.map((info) => html`<li>${entry(info, choose, dates)}</li>`)}
            </ul>
          </section>`,
      )}
      ${quiet === 0
        ? nothing
        : html`<button type="button" class="quiet" aria-pressed=${silent} @click=${toggle}>
            ${silent ? paneWords.chooser.hideSilent : paneWords.chooser.silent(quiet)}
          </button>`}
    </div>
  </div>`;
}

function entry(info: SessionInfo, choose: (session: SessionInfo) => void, dates: Dates): TemplateResult {
  const facts = [
    info.title === "" ? info.id.slice(0, 8) : "",
    info.branch,
    info.model === "" ? "" : model(info.model),
    info.silent ? paneWords.chooser.nothingSaid : words.row.turns(info.turns),
    info.calls > 0 ? words.row.calls(info.calls) : "",
    bytes(info.bytes),
  ].filter((fact) => fact !== "");
  const price = cost(info.cost);
  const links = info.links ?? [];
  return html`<button type="button" class="entry" @click=${() => choose(info)}>
    <span class="heading" dir="auto">${marked(title(info))}</span>
    <time datetime=${isoTime(info.end) || nothing} title=${dates.fullTime(info.end)}
      >${info.end > 0 ? `${dates.date(info.end)}, ${dates.time(info.end)}` : paneWords.chooser.noDate}</time
    >
    <span class="facts">${marked(facts.join(" · "))}</span>
    <span class="price" title=${visible(costNote(info.cost))}>${price}</span>
    ${links.slice(0, MOST_LINKS).map((to) => html`<span class="tie">${icon(linkIcons[to.kind])} ${marked(linkWords(to))}</span>`)}
  </button>`;
}

/** A session that was forked over and over names only the first ones it hangs together with. */
const MOST_LINKS = 3;

export const chooserStyles = css`
  .chooser {
    container: chooser / inline-size;
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    padding: var(--u-6) var(--u-5) var(--u-7);
    outline: none;
    scrollbar-width: thin;
    scrollbar-color: var(--u-line-strong) transparent;
  }
  .chooser .inner {
    max-width: 840px;
    margin: 0 auto;
  }
  .chooser h2 {
    margin: 0;
    font-size: 22px;
    line-height: 28px;
    font-weight: 600;
    letter-spacing: -0.015em;
  }
  .chooser .note {
    margin: 2px 0 0;
    color: var(--u-ink-3);
    font-size: var(--u-size-m);
  }
  .chooser section {
    margin-top: var(--u-6);
  }
  .chooser h3 {
    margin: 0 0 var(--u-1);
    padding-bottom: var(--u-2);
    border-bottom: 1px solid var(--u-line);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    font-weight: 500;
    color: var(--u-ink-3);
    overflow-wrap: anywhere;
  }
  .chooser ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .chooser .entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 1px var(--u-5);
    width: calc(100% + 2 * var(--u-3));
    margin: 0 calc(-1 * var(--u-3));
    padding: 9px var(--u-3);
    border: 0;
    border-radius: var(--u-radius);
    background: none;
    color: var(--u-ink-3);
    font: inherit;
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    font-variant-numeric: tabular-nums;
    text-align: start;
    cursor: pointer;
  }
  .chooser .entry:hover {
    background: var(--u-hover);
  }
  .chooser .entry:focus-visible {
    outline: 2px solid var(--u-accent);
    outline-offset: -2px;
  }
  .chooser .entry .heading {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--u-ink);
    font-size: var(--u-size);
    line-height: calc(var(--u-row) * 1.1);
    font-weight: 500;
  }
  .chooser .entry .facts {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chooser .entry .tie {
    grid-column: 1 / -1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chooser .tie .icon {
    width: 13px;
    height: 13px;
    margin-inline-end: 2px;
    vertical-align: -2px;
  }
  .chooser .quiet {
    margin: var(--u-6) 0 0;
  }
  .chooser .entry time,
  .chooser .entry .price {
    text-align: end;
    white-space: nowrap;
  }
  .chooser .entry time {
    line-height: calc(var(--u-row) * 1.1);
  }
  @media (max-width: 560px) {
    .chooser {
      padding: var(--u-5) var(--u-4) var(--u-6);
    }
  }
  @container chooser (max-width: 528px) {
    .chooser .entry time {
      grid-row: 3;
      overflow: hidden;
      text-overflow: ellipsis;
      text-align: start;
    }
    .chooser .entry .price {
      grid-row: 3;
      grid-column: 2;
    }
    .chooser .entry .heading,
    .chooser .entry .facts {
      grid-column: 1 / -1;
    }
  }
`;
