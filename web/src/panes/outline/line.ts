import { type TemplateResult, html, nothing } from "lit";
import { type Dates, cost, costNote, duration, isAmount, isoTime, model, shortDay, tokens } from "../../session/format";
import { type IconName, icon } from "../../ui/icon";
import { withoutMarkup } from "../../base/format";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { strings } from "./strings";
import { outsideOfTurns } from "../strings";
import { strings as rowStrings } from "../../rows/strings";
import { agentName, workEnd } from "../../rows/agent-text";
import type { Entry } from "../../parser/model";
import type { OutlineLine } from "./tree";

/** The heights of lines until they are measured, in px. */
const HEIGHT = 28;
const TURN_HEIGHT = 47;
const ROW = 18; // of the text of a turn
const CHARACTERS = 30; // in a row

export function estimatedHeight(entry: Entry | undefined): number {
  if (entry?.kind !== "turn") return HEIGHT;
  return TURN_HEIGHT + (wordsFor(entry).length > CHARACTERS ? ROW : 0);
}

interface LineUse {
  readonly dates: Dates;
  /** The costs of the most expensive turn and of the whole session, in USD. */
  readonly maxCost: number;
  readonly total: number;
  /** Whether all costs are lower bounds. */
  readonly isLowerBound: boolean;
  readonly current: boolean;
  readonly active: boolean;
  readonly index: number;
}

export function line(one: OutlineLine, use: LineUse): TemplateResult {
  const { entry } = one;
  return html`<div
    id=${`line-${one.at}`}
    role="treeitem"
    class="line ${entry.kind}"
    aria-level=${one.level}
    aria-posinset=${one.position}
    aria-setsize=${one.siblings}
    aria-expanded=${one.open ?? nothing}
    aria-current=${use.current ? "true" : nothing}
    title=${stripInvisible(title(entry, use))}
    data-index=${use.index}
    data-level=${Math.min(one.level, 5)}
    data-hue=${entry.color || nothing}
    ?data-active=${use.active}
    ?data-aside=${one.aside}
    ?data-copied=${entry.copied}
  >
    <span class="fold" ?data-fold=${one.open !== undefined}>${one.open === undefined ? nothing : icon("chevron")}</span>
    ${content(one, use)}
  </div>`;
}

/**
 * Renders the cost; for turns and attempts, a line below shows its share of the highest cost: `data-share`, in percent.
 */
function price({ kind, usd, incomplete, low }: Entry, { maxCost, isLowerBound }: LineUse): TemplateResult {
  const shared = (kind === "turn" || kind === "attempt") && usd > 0;
  // A single note says that models have no price.
  const sum =
    incomplete && !isAmount(usd)
      ? html`<span title=${strings.incomplete}>${strings.unpriced}</span>`
      : cost({ usd, incomplete, unpriced: null }, isLowerBound ? 0 : low);
  return html`<span class="cost"
    >${sum}${
      shared
        ? html`<span class="share"><span class="bar" data-share=${Math.round((usd / maxCost) * 100)}></span></span>`
        : nothing
    }</span
  >`;
}

function content(one: OutlineLine, use: LineUse): TemplateResult {
  const { entry } = one;
  switch (entry.kind) {
    case "turn":
      return html`<span class="number"><span class="unseen">${strings.turn}</span> ${entry.prompt}</span>
        <span class="head ellipsis">${mark(entry)}<bdi class="words">${markInvisible(wordsFor(entry))}</bdi></span>
        <span class="facts dotted">${turnFacts(one, use)}</span>
        ${price(entry, use)}`;
    case "events":
      return html`${eventIcon(entry)}<span class="head ellipsis"
          ><span class="kind">${strings.run(eventName(entry), entry.events)}</span></span
        >
        ${price(entry, use)}`;
    case "event":
      return html`${eventIcon(entry)}<span class="head ellipsis"
          ><span class=${entry.text === "" ? "kind" : "unseen"}>${eventName(entry)}</span>
          <bdi class="words">${markInvisible(entry.text)}</bdi></span
        >
        ${stateOf(entry) === "" ? nothing : html`<span class="state">${stateOf(entry)}</span>`} ${price(entry, use)}`;
    case "attempt":
      return html`${icon("branch")}<span class="head ellipsis"
          ><span class="kind">${strings.attempt(entry.nth)}</span>
          <bdi class="words">${markInvisible(wordsFor(entry))}</bdi></span
        >
        ${price(entry, use)}`;
    case "compaction":
      return html`<span class="divider"><span>${compacted(entry)}</span></span>`;
    case "rest":
      return html`<span class="head ellipsis"><span class="words">${outsideOfTurns}</span></span
        >${price(entry, use)}`;
    case "workflow":
    case "agent":
      // What it was to do tells more than its type.
      return html`${icon(entry.kind)}<span class="head ellipsis"
          >${
            entry.text === ""
              ? html`<span class="kind">${markInvisible(kindOf(entry))}</span>`
              : html`<bdi class="words">${markInvisible(withoutMarkup(entry.text))}</bdi>
                  <span class="type">${markInvisible(kindOf(entry))}</span>`
          }</span
        >
        ${stateOf(entry) === "" ? nothing : html`<span class=${isBad(entry) ? "state bad" : "state"}>${stateOf(entry)}</span>`}
        ${entry.errors === 0 ? nothing : html`<span class="state bad">${strings.errors(entry.errors)}</span>`}
        ${price(entry, use)}`;
  }
}

const marks: Partial<Record<Entry["flavor"], IconName>> = {
  notification: "bell",
  auto: "auto",
  peer: "message",
  plan: "plan",
};

/** Returns the speaker, unless that is the user. */
function mark({ flavor }: Entry): TemplateResult | typeof nothing {
  const name = marks[flavor];
  return name === undefined || flavor === "unrecorded"
    ? nothing
    : html`${icon(name)}<span class="unseen">${rowStrings.flavor[flavor]}</span> `;
}

function eventName({ event }: Entry): string {
  return event === "" ? "" : rowStrings.event[event];
}

const eventIcons: Partial<Record<Entry["event"], IconName>> = {
  task: "bell",
  monitor: "bell",
  schedule: "auto",
  continuation: "auto",
  system: "auto",
};

function eventIcon({ event }: Entry): SVGSVGElement {
  return icon(eventIcons[event] ?? "message");
}

function turnFacts({ entry, open, before }: OutlineLine, { dates }: LineUse): readonly TemplateResult[] {
  const facts = [
    entry.start === 0 || dates.date(entry.start) === dates.date(before) ? "" : shortDay(dates.date(entry.start)),
    entry.start === 0 ? "" : html`<time datetime=${isoTime(entry.start)}>${dates.time(entry.start)}</time>`,
    entry.errors === 0 ? "" : html`<span class="bad">${strings.errors(entry.errors)}</span>`,
    entry.state === "" ? "" : html`<span class=${entry.state === "interrupted" ? "warn" : ""}>${stateOf(entry)}</span>`,
    duration(entry.duration),
    open !== false || entry.events === 0 ? "" : strings.events(entry.events),
    open !== false || entry.agents === 0 ? "" : rowStrings.agents(entry.agents),
    open !== false || entry.failed === 0 ? "" : html`<span class="bad">${strings.failedAgents(entry.failed)}</span>`,
    entry.model === "" ? "" : html`<bdi>${markInvisible(strings.model(model(entry.model)))}</bdi>`,
    entry.copied ? strings.copied : "",
  ].filter((fact) => fact !== "");
  return facts.map((fact) => html`<span class="fact">${fact}</span> `);
}

/** Returns the text of a prompt; if it is not recorded, says so before the words of the reply. */
function wordsFor({ text, flavor }: Entry): string {
  if (flavor === "unrecorded") return text === "" ? rowStrings.noPrompt : `${rowStrings.noPrompt} · ${text}`;
  if (text === "") return flavor === "typed" ? strings.onlyMedia : rowStrings.noText;
  return withoutMarkup(text);
}

function kindOf(entry: Entry): string {
  return entry.kind === "workflow" ? rowStrings.workflow : agentName(entry.name);
}

/** Describes the sizes of the context around a compaction, as far as they are recorded. */
export function compacted({ before, after }: Pick<Entry, "before" | "after">): string {
  if (before !== null && after !== null) return strings.compacted(tokens(before), tokens(after));
  if (before !== null) return strings.compactedAt(tokens(before));
  return after === null ? strings.compaction : strings.compactedTo(tokens(after));
}

function isBad({ state }: Entry): boolean {
  return state === "failed" || state === "cut";
}

/** Returns how it ended, if that is notable. */
function stateOf(entry: Entry): string {
  switch (entry.state) {
    case "":
    case "completed":
      return "";
    case "interrupted":
      return strings.interrupted;
    case "none":
      return strings.unanswered;
    default:
      return workEnd(entry.state, "");
  }
}

/** Returns the details that do not fit on the line. */
function title(entry: Entry, { dates, total }: LineUse): string {
  const { kind, usd, incomplete, low, byAgents } = entry;
  return [
    eventName(entry),
    entry.kind === "compaction" ? "" : entry.text,
    dates.fullTime(entry.start),
    [
      entry.turns > 0 ? rowStrings.attemptTurns(entry.turns) : "",
      entry.calls !== null && entry.calls > 0 ? rowStrings.calls(entry.calls) : "",
      entry.output > 0 ? rowStrings.tokensOut(tokens(entry.output)) : "",
      entry.tokens > 0 ? rowStrings.tokensInAll(tokens(entry.tokens)) : "",
    ]
      .filter((part) => part !== "")
      .join(" · "),
    byAgents > 0 ? strings.byAgents(cost({ usd: byAgents, incomplete: false, unpriced: null })) : "",
    (kind === "turn" || kind === "attempt") && usd > 0 && total > 0 ? strings.share(usd / total) : "",
    usd > 0 ? costNote({ usd, incomplete, unpriced: null }, low) : "",
    incomplete ? strings.incomplete : "",
  ]
    .filter((part) => part !== "")
    .join("\n");
}
