import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionInfo } from "../../parser/model";
import { dayOf } from "./group-sessions";
import { heatMapOf } from "./heat-map";

function session(time: string, usd: number, silent = false): SessionInfo {
  return {
    silent,
    end: new Date(time).getTime(),
    state: "read",
    totals: { cost: { usd, incomplete: false, unpriced: null }, usage: {} },
  } as unknown as SessionInfo;
}

test("a heat map has the days from the first to the last in weeks from Sunday on", () => {
  const weeks = heatMapOf([
    session("2026-11-03T10:00", 1), // a Tuesday
    session("2026-11-03T23:59", 2),
    session("2026-11-07T00:01", 10), // a Saturday
    session("2026-11-11T12:00", 4),
    session("2026-11-05T12:00", 0, true), // not listed
  ]);
  assert.deepEqual(
    weeks?.map(({ days }) =>
      days.map((day) => (day === undefined ? "" : `${day.date} ${day.sessions} ${day.usd} ${day.level}`)),
    ),
    [
      ["", "", "2026-11-03 2 3 2", "", "", "", "2026-11-07 1 10 4"],
      ["", "", "", "2026-11-11 1 4 3"],
    ],
  );
});

test("every day with a session is in a year across changes of the clock, and older ones are left out", () => {
  const year = Array.from({ length: 500 }, (_, at) => session(new Date(2025, 0, 1 + at, 12).toISOString(), 1));
  const weeks = heatMapOf(year) ?? [];
  assert.ok(weeks.length === 53 || weeks.length === 54);
  const dates = weeks.flatMap(({ days }) => days.map((day) => day?.date));
  assert.equal(new Set(dates).size, dates.length);
  assert.equal(dates.at(-1), dayOf(year.at(-1) ?? { end: 0 }));
});

test("a few days have no heat map", () => {
  assert.equal(heatMapOf([session("2026-11-03T10:00", 1), session("2026-11-04T10:00", 1)]), undefined);
  assert.equal(dayOf({ end: 0 }), "");
});
