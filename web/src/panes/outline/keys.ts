import type { Entry } from "../../parser/model";
import type { VirtualList } from "../../ui/virtual-list";
import { type OutlineLine, above } from "./tree";

interface OutlineKeys {
  readonly lines: readonly OutlineLine[];
  readonly list: VirtualList;
  /** The index of the active line, -1 for none. */
  readonly at: number;
  readonly activate: (at: number) => void;
  readonly turn: (entry: Entry, open: boolean) => void;
  readonly go: (entry: Entry) => void;
  readonly leave: () => void;
}

/** Handles a key; returns false for keys without a function here. */
export function press(key: string, use: OutlineKeys): boolean {
  const { lines, at } = use;
  const one = lines[at];
  const next = use.list.indexAfter(key, at);
  if (next !== undefined) use.activate(next);
  switch (key) {
    case "ArrowRight":
      if (one?.open === false) use.turn(one.entry, true);
      else if (one?.open === true) use.activate(at + 1);
      return true;
    case "ArrowLeft":
      if (one?.open === true) use.turn(one.entry, false);
      else if (one !== undefined) use.activate(above(lines, at));
      return true;
    case "Enter":
    case " ":
      if (one !== undefined) use.go(one.entry);
      return true;
    case "Escape":
      use.leave();
      return true;
    default:
      return next !== undefined;
  }
}
