import { type TemplateResult, css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { SessionInfo } from "../../parser/model";
import { type Dates, cost, tokens } from "../../session/format";
import { allTokens } from "../../session/totals";
import { dayOf, isCounted, listedAtFirst } from "./group-sessions";
import { strings } from "./strings";

const MIN_DAYS = 3; // with sessions
const MAX_WEEKS = 53; // the latest ones
const LEVELS = 4;
const HOUR = 3_600_000; // ms

/** A day with sessions. */
export interface Day {
  readonly date: string; // local: "2026-11-26"
  readonly time: number; // noon, in ms
  readonly sessions: number;
  readonly usd: number;
  readonly tokens: number;
  /** 1 to 4, by its cost among the days; by its tokens if nothing has a price. */
  readonly level: number;
}

/** Seven days, from Sunday on. A day without sessions is undefined. */
interface Week {
  readonly sunday: number; // noon, in ms
  readonly days: readonly (Day | undefined)[];
}

/** Weeks, oldest first. */
export type HeatMap = readonly Week[];

function noon(date: string): number {
  return new Date(`${date}T12:00`).getTime();
}

/** Returns what each day with listed sessions cost; undefined for too few days. */
export function heatMapOf(sessions: readonly SessionInfo[]): HeatMap | undefined {
  const sums = new Map<string, Omit<Day, "level">>();
  for (const info of listedAtFirst(sessions)) {
    const date = dayOf(info);
    if (date === "") continue;
    const before = sums.get(date) ?? { date, time: noon(date), sessions: 0, usd: 0, tokens: 0 };
    const { cost: price, usage } = info.totals;
    sums.set(date, {
      ...before,
      sessions: before.sessions + 1,
      usd: before.usd + (isCounted(info) ? price.usd : 0),
      tokens: before.tokens + (isCounted(info) ? allTokens(usage) : 0),
    });
  }
  if (sums.size < MIN_DAYS) return undefined;
  const hasCost = [...sums.values()].some(({ usd }) => usd > 0);
  const value = (day: Omit<Day, "level">): number => (hasCost ? day.usd : day.tokens);
  const values = [...sums.values()].map(value).sort((a, b) => a - b);
  const days = new Map(
    [...sums].map(([date, day]) => {
      const rank = values.findLastIndex((one) => one <= value(day)) + 1;
      return [date, { ...day, level: Math.ceil((LEVELS * rank) / values.length) }];
    }),
  );
  const times = [...days.values()].map(({ time }) => time);
  const last = Math.max(...times);
  const first = Math.max(Math.min(...times), last - (MAX_WEEKS - 1) * 7 * 24 * HOUR);
  const weeks: { readonly sunday: number; readonly days: (Day | undefined)[] }[] = [];
  // A day may have 23 or 25 hours, so days are counted at noon.
  for (let time = first - new Date(first).getDay() * 24 * HOUR; time <= last + HOUR; time += 24 * HOUR) {
    if (weeks.length === 0 || weeks.at(-1)?.days.length === 7) weeks.push({ sunday: time, days: [] });
    weeks.at(-1)?.days.push(days.get(dayOf({ end: time })));
  }
  return weeks;
}

interface HeatMapUse {
  readonly dates: Dates;
  /** The chosen day, "" for none. */
  readonly chosen: string;
  readonly choose: (date: string) => void;
}

/** Renders a heat map. Choosing a day twice shows all days again. */
export function heatMap(weeks: HeatMap, { dates, chosen, choose }: HeatMapUse): TemplateResult {
  const all = weeks.flatMap(({ days }) => days);
  const last = all.findLast((day) => day !== undefined)?.date;
  const day = (one: Day | undefined): TemplateResult => {
    if (one === undefined) return html`<span></span>`;
    const price =
      one.usd > 0 ? cost({ usd: one.usd, incomplete: false, unpriced: null }) : strings.tokens(tokens(one.tokens));
    const name = strings.day(dates.date(one.time), one.sessions, price);
    return html`<button
      type="button"
      data-level=${one.level}
      data-date=${one.date}
      aria-pressed=${one.date === chosen}
      aria-label=${name}
      title=${name}
      .tabIndex=${live(one.date === (chosen || last) ? 0 : -1)}
      @click=${() => choose(one.date === chosen ? "" : one.date)}
    ></button>`;
  };
  const firstLabeled = weeks.findIndex(({ sunday }) => monthFrom(sunday, false) !== "");
  const week = ({ sunday, days }: Week, index: number): TemplateResult =>
    html`<div>
      <small aria-hidden="true">${monthFrom(sunday, weeks.length - 1 - index === firstLabeled)}</small>${days.map(day)}
    </div>`;
  const time = all.find((one) => one?.date === chosen)?.time;
  const hasCost = all.some((one) => one !== undefined && one.usd > 0);
  return html`<div class="heat-map">
    <div class="weekdays" aria-hidden="true">
      ${weekdays.map((name, index) => html`<small>${index % 2 === 1 ? name : ""}</small>`)}
    </div>
    <div class="days" role="group" aria-label=${strings.days} @keydown=${onKey}>${weeks.toReversed().map(week)}</div>
    <p class="levels" aria-hidden="true">
      ${hasCost ? strings.costPerDay : strings.tokensPerDay}: ${strings.lowest}
      ${[0, 1, 2, 3, 4].map((level) => html`<i data-level=${level}></i>`)} ${strings.highest}
    </p>
    ${
      time === undefined
        ? nothing
        : html`<button type="button" class="quiet" @click=${() => choose("")}>
            ${strings.onlyDay(dates.date(time))}
          </button>`
    }
  </div>`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = new Intl.DateTimeFormat("en", { month: "short" });
const years = new Intl.DateTimeFormat("en", { month: "short", year: "numeric" });

/** Returns the name of a month that begins in the week from a Sunday on, with the year of the first and of January. */
function monthFrom(sunday: number, isFirst: boolean): string {
  const saturday = new Date(sunday + 6 * 24 * HOUR);
  if (saturday.getDate() > 7) return "";
  return (isFirst || saturday.getMonth() === 0 ? years : months).format(saturday);
}

/** The days that arrow keys move by. A column is a week. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -7, ArrowUp: -1, ArrowRight: 7, ArrowDown: 1 };

/** Arrow keys move to the nearest day with sessions in their direction. */
function onKey(event: KeyboardEvent): void {
  const { currentTarget, target, key } = event;
  const step = steps[key];
  if (step === undefined || !(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation(); // otherwise the list would handle the key
  const daysFrom = (one: HTMLElement): number =>
    Math.round((noon(one.dataset.date ?? "") - noon(target.dataset.date ?? "")) / (24 * HOUR));
  const next = [...currentTarget.querySelectorAll("button")]
    .filter((one) => Math.sign(daysFrom(one)) === Math.sign(step))
    .sort((one, other) => Math.abs(daysFrom(one) - step) - Math.abs(daysFrom(other) - step))[0];
  if (next === undefined) return;
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

export const heatMapStyles = css`
  .heat-map {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-2) var(--u-4);
    align-items: end;
    margin-block-start: var(--u-3);
    font-size: var(--u-size-s);
  }
  .heat-map .weekdays {
    display: grid;
    grid-auto-rows: 11px;
    gap: 3px;
    align-self: start;
    padding-block-start: 20px; /* beside the first row of days */
    margin-inline-end: calc(3px - var(--u-4));
    line-height: 11px;
  }
  .heat-map .weekdays > small {
    width: auto;
    line-height: 11px;
  }
  .heat-map .levels {
    display: flex;
    gap: 3px;
    align-items: center;
    margin: 0 0 3px;
    color: var(--u-ink-3);
    font-size: var(--u-size-xs);
    line-height: 11px;
  }
  .heat-map .levels > i {
    width: 11px;
    height: 11px;
  }
  /* The latest week comes first, so that it is visible where there is no room for all. */
  .heat-map .days {
    display: flex;
    flex-direction: row-reverse;
    max-width: calc(100% - 40px); /* beside the days of the week */
    gap: 3px;
    padding: 3px;
    padding-inline-end: 24px; /* for the name of the last month */
    overflow-x: auto;
  }
  .heat-map .days > div {
    display: grid;
    grid-template-rows: 14px repeat(7, 11px);
    gap: 3px;
  }
  .heat-map small {
    width: 0;
    color: var(--u-ink-3);
    font-size: 10.5px;
    line-height: 14px;
    white-space: nowrap;
  }
  .heat-map .days > div > :not(small) {
    width: 11px;
  }
  .heat-map :is(.days > div > :not(small), .levels > i) {
    border-radius: 2px;
    background: color-mix(in srgb, var(--u-accent) var(--share, 0%), var(--u-hover));
  }
  .heat-map [data-level="1"] {
    --share: 25%;
  }
  .heat-map [data-level="2"] {
    --share: 45%;
  }
  .heat-map [data-level="3"] {
    --share: 70%;
  }
  .heat-map [data-level="4"] {
    --share: 100%;
  }
  .heat-map [aria-pressed="true"] {
    outline: 2px solid var(--u-ink);
  }
`;
