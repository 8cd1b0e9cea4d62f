import { type TemplateResult, css, html, nothing } from "lit";
import { duration, folder, model } from "../../session/format";
import type { Header } from "../../session/header";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { SessionInfo } from "../../parser/model";
import { strings as sessionStrings } from "../../session/strings";
import { totalCost, totalCostNotes } from "../../session/totals";
import { strings } from "./strings";

/** Renders a short summary of a session: where it came from and ran, how long, and what it cost. */
export function facts({ info, findings, details, dates }: Header, isFromLink = false): TemplateResult | undefined {
  if (info === undefined) return undefined;
  const price = totalCost(info);
  return html`<ul class="facts dotted">
    ${isFromLink ? fact(strings.sharedLink, strings.sharedLinkNote) : nothing} ${placeFact(info.branch, info.branch)}
    ${placeFact(folder(info.project), info.project)} ${fact(info.model === "" ? "" : model(info.model), info.model)}
    ${fact(dates.date(info.start), dates.fullTime(info.start), "minor")} ${timeSpan(info)}
    ${fact(sessionStrings.promptsAndEvents(info.typedPrompts, info.events), "", "minor")}
    <li>
      <button
        type="button"
        class="sum"
        aria-label=${price === "" ? nothing : `${sessionStrings.aboutSession}: ${price}`}
        title=${stripInvisible(totalCostNotes(info).join("\n"))}
        @click=${details}
      >
        ${price === "" ? sessionStrings.details : price}
      </button>
    </li>
    ${
      info.damaged > 0 && findings !== undefined
        ? html`<li>
            <button type="button" class="damaged" @click=${findings}>${sessionStrings.damaged(info.damaged)}</button>
          </li>`
        : nothing
    }
  </ul>`;
}

function fact(text: string, note = "", rank = ""): TemplateResult | typeof nothing {
  return text === ""
    ? nothing
    : html`<li class=${rank || nothing} title=${stripInvisible(note) || nothing}>
        <bdi>${markInvisible(text)}</bdi>
      </li>`;
}

/** Renders the time from the first record to the last and, if there were pauses, the time spent in turns. */
function timeSpan({ start, end, work }: SessionInfo): TemplateResult | typeof nothing {
  if (start <= 0 || end <= start) return nothing;
  const all = duration(end - start);
  const active = work > 0 ? duration(work) : "";
  const title = [strings.span(all), active === "" ? "" : strings.active(active)]
    .filter((part) => part !== "")
    .join("\n");
  return fact(
    active !== "" && work < PAUSED * (end - start) ? strings.atWork(all, duration(rounded(work))) : all,
    title,
  );
}

/** Above this share of time spent in turns, the difference is not worth showing. */
const PAUSED = 0.9;

/** Drops the seconds of durations from ten minutes up, to keep the line short. */
function rounded(ms: number): number {
  return ms < 600_000 ? ms : Math.floor(ms / 60_000) * 60_000; // as everywhere, durations are in hours and minutes
}

/** Characters of a branch or a folder that are always shown. */
const SHORT_PLACE = 16;
/** A longer last path segment is shown alone. */
const LONG_PLACE = 26;

/**
 * Renders a branch or a folder. When space is tight, the start of a long one shrinks, then disappears: the last segment
 * matters most.
 */
function placeFact(text: string, whole: string): TemplateResult | typeof nothing {
  if (text === "") return nothing;
  if (text.length <= SHORT_PLACE) return fact(text, whole, "place");
  const last = /[/\\]?[^/\\]*$/.exec(text)?.[0] ?? "";
  const tail = last.length < text.length ? last : text.slice(-Math.min(12, text.length >> 1));
  const parts =
    tail.length > LONG_PLACE ? [tail.replace(/^[/\\]/, "")] : [text.slice(0, text.length - tail.length), tail];
  return html`<li class="place long" title=${stripInvisible(whole)}>
    <bdi>${parts.map((part) => html`<span>${markInvisible(part)}</span>`)}</bdi>
  </li>`;
}

export const factsStyles = css`
  .strip .facts {
    flex-wrap: nowrap;
    flex: 0 1 auto;
    min-width: 0;
    overflow: hidden;
    margin-inline-end: calc(-1 * var(--separator));
    white-space: nowrap;
    font-size: var(--u-size-s);
    line-height: 20px;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .strip .facts li {
    display: flex;
    flex: none;
  }
  .strip .facts li::before {
    color: var(--u-line-strong);
  }
  .strip .facts > li > bdi {
    max-width: 30ch;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .strip .facts .long {
    flex: 0 1 auto;
    min-width: 10ch;
    max-width: 30ch;
  }
  /* Beside the title, a long branch or folder gets the room that the title leaves; figures never shrink. */
  @media (min-width: 1101px) {
    .strip .facts {
      flex: 1 0 min-content;
      justify-content: flex-end;
      min-width: min-content;
    }
    .strip .facts li:first-child::before {
      visibility: hidden;
    }
    .strip .facts .long {
      flex: 1 1 auto;
      width: 0;
      max-width: max-content;
    }
  }
  .strip .long > bdi {
    display: flex;
    min-width: 0;
  }
  .strip .long > bdi > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
    min-width: 0;
  }
  .strip .long .mark::before {
    white-space: nowrap; /* the name of a hidden character stays on one line */
  }
  .strip .long > bdi > span:first-child:not(:last-child) {
    flex-shrink: 9999;
  }
  .strip :is(.damaged, .sum) {
    text-decoration: underline var(--u-line-strong);
    text-underline-offset: 3px;
    outline-offset: -2px;
  }
  .strip .sum:hover {
    color: var(--u-ink);
  }
  .strip .damaged {
    color: var(--u-warn);
    text-decoration-color: currentcolor;
  }
  @media (max-width: 900px) {
    .strip .facts {
      flex-wrap: wrap;
    }
    .strip .facts .minor {
      display: none;
    }
  }
  @media (max-width: 640px) {
    .strip .facts .place {
      display: none;
    }
  }
`;
