import { type TemplateResult, html, nothing } from "lit";
import { type Dates, bytes, duration, folder, isoTime, model } from "../../session/format";
import { title } from "../../session/header";
import { icon } from "../../ui/icon";
import { linkIcons } from "../../rows/link";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { Link, Match, SessionInfo } from "../../parser/model";
import { strings as sessionStrings } from "../../session/strings";
import { totalCost, totalCostNotes } from "../../session/totals";
import { MAX_LISTED, matchList } from "./library-search";
import { sketch } from "./sketch";
import { strings } from "./strings";
import { linkText } from "../../rows/link";
import { strings as rowStrings } from "../../rows/strings";
import { type LibraryItem, type SessionItem, isCounted, sumWords } from "./group-sessions";

export interface EntryUse {
  readonly dates: Dates;
  readonly choose: (info: SessionInfo) => void;
  /** Returns why a session is not loaded. */
  readonly whyLost: (info: SessionInfo) => string;
  /** Shows a match in a session, or all of them. */
  readonly openMatch: (info: SessionInfo, match: Match | undefined) => void;
  readonly unfold: (key: string) => void;
  /** Whether Tab moves the focus to it. */
  readonly current: boolean;
  readonly byProject: boolean;
}

/** A session that was forked many times names only the first related sessions, and the number of the others. */
const MAX_LINKS = 3;
/** If there are more models, only their number is shown. */
const MAX_MODELS = 2;

/**
 * Returns the number of lines of an entry and whether a fold follows: entries with the same result have the same
 * height.
 */
export function shapeOf(item: LibraryItem): string {
  if (item.kind !== "session") return item.kind;
  const lines = `${item.under ? "under" : ""}${description(item.info) === "" ? 1 : 2}${item.info.sketch === null ? "" : "+"}`;
  const matches = Math.min(item.matches.length, MAX_LISTED + 1);
  return `${lines}/${matches}/${Math.min(ties(item).length, MAX_LINKS)}/${item.more > 0 ? 1 : 0}`;
}

/** Renders one session: its title, its first prompt, its time, and its totals. */
export function entry(item: SessionItem, use: EntryUse): TemplateResult {
  const { dates, choose, unfold, current, byProject } = use;
  const { info } = item;
  const prompt = description(info);
  const price = isCounted(info) ? totalCost(info) : "";
  return html`<button
      type="button"
      class="entry"
      data-key=${item.key}
      title=${info.state === "lost" ? use.whyLost(info) : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => choose(info)}
    >
      <span class="heading" dir="auto">${info.lone ? icon("agent") : nothing} ${markInvisible(title(info))}</span>
      <time
        datetime=${isoTime(info.end) || nothing}
        title=${`${dates.fullTime(info.start)} – ${dates.fullTime(info.end)}`}
        >${when(info, dates)}</time
      >
      ${prompt === "" ? nothing : html`<span class="first" dir="auto">${markInvisible(prompt)}</span>`}
      <span class="facts"
        >${
          info.damaged > 0
            ? html`<span class="damaged">${icon("alert")} ${sessionStrings.damaged(info.damaged)}</span>`
            : nothing
        }${markInvisible(facts(info, byProject).join(" · "))}</span
      >
      <span class="price" title=${stripInvisible(price === "" ? "" : totalCostNotes(info).join("\n"))}>${price}</span>
      ${info.sketch === null ? nothing : sketch(info.sketch)} ${ties(item).map(tie)}
    </button>
    ${matchList(item.matches, (match) => use.openMatch(info, match))}
    ${
      item.more === 0
        ? nothing
        : html`<button
            type="button"
            class="unfold"
            tabindex=${current ? 0 : -1}
            aria-expanded=${item.open}
            @click=${() => unfold(item.key)}
          >
            ${icon("chevron")} ${strings.more(item.more)}
          </button>`
    }`;
}

/** Folds the agents of a project whose session is not among the files. */
export function loneAgents(
  { key, open, totals }: Extract<LibraryItem, { readonly kind: "agents" }>,
  { unfold, current }: EntryUse,
): TemplateResult {
  return html`<button
    type="button"
    class="unfold lone"
    data-key=${key}
    tabindex=${current ? 0 : -1}
    aria-expanded=${open}
    @click=${() => unfold(key)}
  >
    ${icon("chevron")} ${icon("agent")}
    <span class="ellipsis">${[strings.loneAgents(totals.agents), ...sumWords(totals)].join(" · ")}</span>
  </button>`;
}

/** Renders the first prompt, unless it is the title. */
function description(info: SessionInfo): string {
  const called = title(info).replace(/…$/, "");
  return info.prompt.startsWith(called) || called.startsWith(info.prompt.replace(/…$/, "")) ? "" : info.prompt;
}

/** Renders the related sessions, except those folded under it. */
function ties({ info, more }: SessionItem): readonly Link[] {
  return (info.links ?? []).filter((to) => more === 0 || to.index === null);
}

function tie(to: Link, at: number, { length }: readonly Link[]): TemplateResult | typeof nothing {
  if (at >= MAX_LINKS) return nothing;
  const left = at === MAX_LINKS - 1 ? length - MAX_LINKS : 0;
  return html`<span class="tie"
    >${icon(linkIcons[to.kind])} ${markInvisible(linkText(to))} ${left > 0 ? strings.left(left) : nothing}</span
  >`;
}

function facts(info: SessionInfo, byProject: boolean): readonly string[] {
  const models = info.models ?? (info.model === "" ? [] : [info.model]);
  const modelNames = models.slice(0, MAX_MODELS).map(model);
  if (models.length > MAX_MODELS) modelNames.push(strings.left(models.length - MAX_MODELS));
  return [
    idOf(info),
    byProject || info.project === "" ? "" : folder(info.project),
    info.branch,
    modelNames.join(", "),
    isCounted(info)
      ? info.silent
        ? strings.noMessages
        : sessionStrings.promptsAndEvents(info.typedPrompts, info.events)
      : "",
    info.start > 0 && info.end > info.start ? duration(info.end - info.start) : "",
    info.calls > 0 && isCounted(info) ? rowStrings.calls(info.calls) : "",
    info.agents > 0 && isCounted(info) ? rowStrings.agents(info.agents) : "",
    bytes(info.bytes),
    isCounted(info) ? "" : info.state === "lost" ? strings.lost : strings.notCounted,
  ].filter((fact) => fact !== "");
}

/** Distinguishes sessions without a title of their own; many agents have the same title. */
function idOf({ id, title, lone }: SessionInfo): string {
  if (lone) return title === "" ? "" : sessionStrings.untitled(id);
  return title === "" ? id.slice(0, 8) : "";
}

/** Renders the time from its start to its end; without the time of day if it took several days. */
function when({ start, end }: SessionInfo, dates: Dates): string {
  if (end <= 0) return strings.noDate;
  const last = dates.date(end);
  if (start <= 0 || start >= end) return `${last}, ${dates.time(end)}`;
  const first = dates.date(start);
  if (first !== last) return `${first} – ${last}`;
  return dates.time(start) === dates.time(end)
    ? `${last}, ${dates.time(end)}`
    : `${last}, ${dates.time(start)} – ${dates.time(end)}`;
}
