import { lanesShown } from "../../session/timeline/geometry";
import type { Listing } from "./listing";
import type { Viewport } from "../../session/timeline/view-transform";
import type { Spans } from "../../session/timeline/spans";

/** The state that keys act on. */
interface TimelineKeys {
  readonly spans: Spans;
  readonly listing: Listing;
  /** The current viewport, or the target of a running transition. */
  readonly viewport: Viewport;
  readonly allLanes: boolean;
  /** The entry at the keyboard cursor. */
  readonly at: number;
  readonly moveCursor: (entry: number) => void;
  readonly move: (viewport: Viewport) => void;
  readonly open: (entry: number) => void;
}

/** Handles a key; returns false for keys that the timeline does not use. */
export function handleKey(key: string, shift: boolean, use: TimelineKeys): boolean {
  const { listing, viewport, at } = use;
  const { from, size } = listing.lane(at);
  const zoom = (factor: number): void => {
    const x = viewport.startX(at);
    use.move(viewport.zoomedAt(factor, x >= 0 && x <= viewport.width ? x : viewport.width / 2));
  };
  switch (key) {
    case "ArrowRight":
    case "ArrowLeft": {
      const by = key === "ArrowRight" ? 1 : -1;
      if (shift) use.move(viewport.moved(by * viewport.width * 0.3));
      else use.moveCursor(listing.step(at, by));
      return true;
    }
    case "ArrowDown":
    case "ArrowUp":
      use.moveCursor(listing.across(at, key === "ArrowDown" ? 1 : -1, lanesShown(use.spans, use.allLanes)) ?? at);
      return true;
    case "PageDown":
    case "PageUp":
      use.move(viewport.moved((key === "PageDown" ? 0.9 : -0.9) * viewport.width));
      return true;
    case "Home":
      use.moveCursor(listing.at(from) ?? at);
      return true;
    case "End":
      use.moveCursor(listing.at(from + size - 1) ?? at);
      return true;
    case "Enter":
    case " ":
      use.open(at);
      return true;
    case "+":
    case "=":
      zoom(2);
      return true;
    case "-":
    case "_":
      zoom(0.5);
      return true;
    case "0":
      use.move(viewport.all());
      return true;
    default:
      return false;
  }
}
