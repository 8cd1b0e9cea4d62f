import type { Spans } from "./spans";

/** Vertical sizes of the strip, in px. */
export const RULER = 20;
export const PINS = 7; // marks of prompts, below the ruler
const MAIN_TOP = RULER + PINS + 1;
const MODEL = 18; // model time, above the line of the conversation
const TOOLS = 18; // calls, below the line
export const MAIN_LINE = MAIN_TOP + MODEL;
export const MAIN_END = MAIN_LINE + TOOLS;
export const MARKS = 11; // errors, compactions, interruptions
export const AGENTS_TOP = MAIN_END + MARKS + 3;
const AGENT_UP = 6;
const AGENT_DOWN = 5;
export const AGENT_LANE = AGENT_UP + AGENT_DOWN + 5;
/** Lanes of agents that are shown until all of them are requested. */
export const FEW_LANES = 2;

/** Returns the number of lanes that are shown. */
export function lanesShown(spans: Spans, all: boolean): number {
  return all ? spans.lanes.length : Math.min(spans.lanes.length, 1 + FEW_LANES);
}

export function heightOf(lanes: number): number {
  return lanes > 1 ? AGENTS_TOP + (lanes - 1) * AGENT_LANE : MAIN_END + MARKS + 2;
}

/** Returns the vertical position of a lane's line, which separates model time from calls. */
export function lineOf(lane: number): number {
  return lane === 0 ? MAIN_LINE : AGENTS_TOP + (lane - 1) * AGENT_LANE + AGENT_UP + 1;
}

export function upOf(lane: number): number {
  return lane === 0 ? MODEL : AGENT_UP;
}

export function downOf(lane: number): number {
  return lane === 0 ? TOOLS : AGENT_DOWN;
}

/** Returns the lane at a height, or -1 for the ruler and outside. */
export function laneAt(y: number, lanes: number): number {
  if (y < RULER) return -1;
  if (y < AGENTS_TOP || lanes === 1) return 0;
  const lane = 1 + Math.floor((y - AGENTS_TOP) / AGENT_LANE);
  return lane < lanes ? lane : -1;
}
