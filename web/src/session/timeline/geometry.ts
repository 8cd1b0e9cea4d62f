import type { Spans } from "./spans";

/** Vertical sizes of the strip that never change, in px. */
export const RULER = 20;
export const PINS = 7; // marks of prompts, below the ruler
export const MARKS = 13; // errors, compactions, interruptions
const MAIN_TOP = RULER + PINS + 1;
/** Lanes of agents that are shown until all of them are requested. */
export const FEW_LANES = 2;

/** Vertical sizes of the strip that depend on the height of its lanes, in px. */
export interface Sizes {
  /** The heights above and below the line of the conversation: model time and calls. */
  readonly main: number;
  /** The same for the lanes of agents. */
  readonly agentUp: number;
  readonly agentDown: number;
  /** The line of the conversation, and the end of its lane. */
  readonly mainLine: number;
  readonly mainEnd: number;
  readonly agentsTop: number;
  /** The distance between lanes of agents. */
  readonly agentLane: number;
}

/** The usual height above and below the line of the conversation, and its limits. */
export const LANE_HEIGHT = 21;
export const MIN_LANE_HEIGHT = 12;
export const MAX_LANE_HEIGHT = 90;

/** Returns the sizes for a height above and below the line of the conversation. */
export function sizesOf(main: number): Sizes {
  const agentUp = Math.round(main * 0.28);
  const agentDown = Math.round(main * 0.24);
  const mainEnd = MAIN_TOP + 2 * main;
  return {
    main,
    agentUp,
    agentDown,
    mainLine: MAIN_TOP + main,
    mainEnd,
    agentsTop: mainEnd + MARKS + 3,
    agentLane: agentUp + agentDown + 5,
  };
}

/** Returns the number of lanes that are shown. */
export function lanesShown(spans: Spans, all: boolean): number {
  return all ? spans.lanes.length : Math.min(spans.lanes.length, 1 + FEW_LANES);
}

export function heightOf(sizes: Sizes, lanes: number): number {
  return lanes > 1 ? sizes.agentsTop + (lanes - 1) * sizes.agentLane : sizes.mainEnd + MARKS + 2;
}

/** Returns the vertical position of a lane's line, which separates model time from calls. */
export function lineOf(sizes: Sizes, lane: number): number {
  return lane === 0 ? sizes.mainLine : sizes.agentsTop + (lane - 1) * sizes.agentLane + sizes.agentUp + 1;
}

export function upOf(sizes: Sizes, lane: number): number {
  return lane === 0 ? sizes.main : sizes.agentUp;
}

export function downOf(sizes: Sizes, lane: number): number {
  return lane === 0 ? sizes.main : sizes.agentDown;
}

/** Returns the lane at a height, or -1 for the ruler and outside. */
export function laneAt(sizes: Sizes, y: number, lanes: number): number {
  if (y < RULER) return -1;
  if (y < sizes.agentsTop || lanes === 1) return 0;
  const lane = 1 + Math.floor((y - sizes.agentsTop) / sizes.agentLane);
  return lane < lanes ? lane : -1;
}
