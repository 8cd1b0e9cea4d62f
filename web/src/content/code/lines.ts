// Long texts in small steps: lists of folded lines, and truncated lines.
import { h } from "../dom";
import { strings } from "./strings";

interface LineFold {
  readonly head: number; // lines shown at the start
  readonly tail: number; // lines shown at the end
}

const worthFolding = 8; // hiding fewer lines than this behind a button is not worthwhile
const step = 2_000; // lines that one click adds: more would block the page

/** Appends lines or blocks of lines to a parent; if there are many, the middle is hidden behind a button. */
export function addLines(
  parent: HTMLElement,
  count: number,
  fold: LineFold,
  make: (index: number) => Node,
  size: (index: number) => number = () => 1,
): void {
  const linesIn = (from: number, to: number): number => {
    let lines = 0;
    for (let index = from; index < to; index++) lines += size(index);
    return lines;
  };
  const addRange = (from: number, to: number, before: Node | null): void => {
    const made = document.createDocumentFragment();
    for (let index = from; index < to; index++) made.appendChild(make(index));
    parent.insertBefore(made, before);
  };
  if (linesIn(0, count) <= fold.head + fold.tail + worthFolding) return addRange(0, count, null);
  /** Returns the end of a range of `lines` lines that begins at `from`. */
  const after = (from: number, lines: number, end: number): number => {
    let index = from;
    for (let left = lines; index < end && left > 0; index++) left -= size(index);
    return index;
  };
  let next = after(0, fold.head, count);
  let end = count;
  for (let left = fold.tail; end > next && left > 0;) left -= size(--end);
  addRange(0, next, null);
  if (next >= end) return addRange(end, count, null);
  const button = h("button", { type: "button", class: "more", "data-copy-as": "…" });
  const updateLabel = (): void => {
    const all = linesIn(next, end);
    button.textContent = strings.moreLines(all, Math.min(step, all));
  };
  updateLabel();
  parent.appendChild(button);
  addRange(end, count, null);
  button.addEventListener("click", () => {
    const to = after(next, step, end);
    addRange(next, to, button);
    next = to;
    if (next < end) return updateLabel();
    // The focus must stay in the viewer when the focused button is removed.
    parent.focus({ preventScroll: true });
    button.remove();
  });
}

/** The number of characters of one line that are shown at first, and that one click adds. */
interface LinePart {
  readonly first: number;
  readonly next: number;
}

const ofMany: LinePart = { first: 4_000, next: 40_000 };
/**
 * For a text of little more than one line. The cost of laying it out grows quadratically if it is right-to-left and has
 * no spaces.
 */
export const ofFew: LinePart = { first: 40_000, next: 100_000 };

/** Appends the runs of a line to a parent; a very long line is shown in parts. */
export function addRuns<R extends { readonly text: string }>(
  parent: HTMLElement,
  runs: readonly R[],
  make: (run: R) => Node,
  part = ofMany,
): void {
  let run = 0; // the next run, and how much of it is shown
  let used = 0;
  const addPart = (room: number, before: Node | null): void => {
    const made = document.createDocumentFragment();
    let left = room;
    for (let current = runs[run]; current !== undefined && left > 0; current = runs[run]) {
      const to = used + left >= current.text.length ? current.text.length : between(current.text, used + left);
      made.appendChild(
        make(used === 0 && to === current.text.length ? current : { ...current, text: current.text.slice(used, to) }),
      );
      left -= to - used;
      used = to;
      if (used >= current.text.length) {
        run++;
        used = 0;
      }
    }
    parent.insertBefore(made, before);
  };
  addPart(part.first, null);
  const hidden = (): number => runs.slice(run).reduce((sum, { text }) => sum + text.length, -used);
  if (run >= runs.length) return;
  const button = h(
    "button",
    { type: "button", class: "more-characters", "data-copy-as": "…" },
    strings.moreCharacters(hidden()),
  );
  parent.appendChild(button);
  button.addEventListener("click", () => {
    addPart(part.next, button);
    if (run >= runs.length) button.remove();
    else button.textContent = strings.moreCharacters(hidden());
  });
}

/** Do not split a surrogate pair. */
function between(text: string, index: number): number {
  const low = text.charCodeAt(index);
  return low >= 0xdc00 && low <= 0xdfff ? index + 1 : index;
}
