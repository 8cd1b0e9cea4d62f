import type { Dates } from "../format";
import type { Spans } from "./spans";
import type { Viewport } from "./view-transform";
import type { Colors } from "./colors";
import type { Sizes } from "./geometry";

/** Everything needed to draw the strip. */
export interface Scene {
  readonly spans: Spans;
  readonly viewport: Viewport;
  readonly allLanes: boolean;
  readonly sizes: Sizes;
  /** The range of the conversation's viewport on the strip, in px. */
  readonly brush: readonly [number, number] | undefined;
  /** The range that is being selected, in px. */
  readonly selection: readonly [number, number] | undefined;
  /** The entries at the pointer and at the keyboard cursor. */
  readonly hovered: number | undefined;
  readonly cursor: number | undefined;
  /** The horizontal position of the pointer, in px. */
  readonly pointer: number | undefined;
  readonly colors: Colors;
  readonly dates: Dates;
  readonly font: string;
}
