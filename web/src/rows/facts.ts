import { linkWords, verb, words } from "../words";
import type { Row } from "../worker/model";
import { isBad } from "./tool";

// What the list must know of a row without drawing it.

/** Thinking of which nothing is recorded, in the middle of an answer. */
export function isUnsaid(row: Row): boolean {
  return row.kind === "thinking" && row.text === "" && row.by === "";
}

export function isWork(row: Row | undefined): boolean {
  return row !== undefined && (row.kind === "tool" || isUnsaid(row));
}

export function continues(row: Row | undefined): boolean {
  return row?.by === "" && isWork(row);
}

export function isFailure(row: Row): boolean {
  return row.kind === "error" || row.kind === "interrupt" || (row.tool !== null && isBad(row.tool)) || (row.fold?.failed ?? 0) > 0 || row.run?.state === "failed";
}

/** What a screen reader says about a row before its words. */
export function spokenName(row: Row): string {
  const who = row.by === "you" ? words.you : row.by === "claude" ? words.claude : row.by === "agent" ? words.agent : "";
  const what = row.tool !== null ? `${verb(row.tool)} ${row.tool.target.slice(0, 80)}` : row.link !== null ? linkWords(row.link) : words.kind[row.kind];
  const turn = row.opens && row.turn > 0 ? words.turnNumber(row.turn) : "";
  return [turn, who, what].filter((word) => word !== "").join(", ");
}
