import type { Dates } from "../../../session/format";
import type { Spans } from "../spans";
import type { Viewport } from "../view-transform";
import type { Colours } from "./colours";

/** All that a picture of the strip is made of. */
export interface Scene {
  readonly spans: Spans;
  readonly viewport: Viewport;
  readonly allLanes: boolean;
  /** What is in view of the conversation: a stretch of the strip, px. */
  readonly brush: readonly [number, number] | undefined;
  /** The entry under the pointer, or that the keys are at. */
  readonly hovered: number | undefined;
  readonly walked: number | undefined;
  /** Where the pointer is, px. */
  readonly pointer: number | undefined;
  readonly colours: Colours;
  readonly dates: Dates;
  readonly font: string;
}
