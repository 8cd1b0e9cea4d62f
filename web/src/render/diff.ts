// A change to a file, unified or side by side.
import { lateWords } from "unspool:late-words";
import { words } from "../words";
import type { DiffHunk } from "./diff-rows";
import { h } from "./dom";
import type { RenderEnv } from "./env";

export interface Diff {
  readonly hunks: readonly DiffHunk[] | null; // null: to be computed from the two sides
  readonly old: string; // with hunks: the whole file before, "" when unknown
  readonly partly: boolean; // `old` is not all of that file
  readonly new: string;
  readonly name: string; // as it is shown
  readonly path: string; // in full
}

/** Filled at once when a diff was shown before, else as soon as the code for it is loaded. */
export function renderDiff(diff: Diff, env: RenderEnv): HTMLElement {
  const place = h("div", { class: "pending" }, lateWords.render.comparing);
  void import("./diff-view").then(
    ({ showDiff }) => {
      if (env.signal.aborted) return;
      place.className = "";
      place.replaceChildren(showDiff(diff, env));
    },
    () => (place.textContent = words.render.notLoaded),
  );
  return place;
}
