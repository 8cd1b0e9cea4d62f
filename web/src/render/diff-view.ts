// How a diff looks; loaded with its algorithm when a diff is first shown.
import { words } from "../words";
import { colour, paintLine, renderCode, setDigits } from "./code";
import type { Diff } from "./diff";
import { changedWords, computeHunks } from "./diff-compute";
import { type DiffRow, type DiffRows, diffRows, type LineRow, side, stretches } from "./diff-rows";
import { fragment, h } from "./dom";
import type { RenderEnv } from "./env";
import { copyButton, frame, scroller, wrapButton } from "./frame";
import { languageOfFile } from "./languages";
import { addLines } from "./lines";
import { type Line, overlay, plainLine, type Span } from "./runs";
import { markedText } from "./text";

const fold = { head: 400, tail: 0 } as const;
const wideLine = 72;

export function showDiff(diff: Diff, env: RenderEnv): Node {
  const hunks = diff.hunks ?? computeHunks(diff.old, diff.new);
  return hunks === null ? bothSides(diff, env) : showRows(diffRows(hunks), diff, env);
}

/** What is shown when two texts are too large to compare. */
function bothSides(diff: Diff, env: RenderEnv): Node {
  return fragment(
    h("p", { class: "aside" }, words.render.notCompared),
    h("p", { class: "aside" }, words.render.before),
    renderCode({ text: diff.old, name: diff.name }, env),
    h("p", { class: "aside" }, words.render.after),
    renderCode({ text: diff.new, name: diff.name }, env),
  );
}

function showRows({ rows, added, removed }: DiffRows, diff: Diff, env: RenderEnv): HTMLElement {
  const view = new Rows(rows, diff.name, env);
  const count = h(
    "span",
    { class: "counts", role: "img", "aria-label": words.render.changes(added, removed) },
    h("span", { class: "plus" }, `+${added}`),
    h("span", { class: "minus" }, `−${removed}`),
  );
  const sideText = (which: "before" | "after"): string => side(rows, which).map((index) => textOf(rows[index])).join("\n");
  const actions = [copyButton(() => sideText("after"), words.render.copyAfter)];
  if (removed > 0) actions.unshift(copyButton(() => sideText("before"), words.render.copyBefore));
  if (rows.some((row) => row.kind === "line" && row.text.length > wideLine)) actions.unshift(wrapButton(view.element, false));
  return frame({ kind: "diff", title: fragment(h("span", null, markedText(diff.name)), count), actions }, view.element);
}

function textOf(row: DiffRow | undefined): string {
  return row?.kind === "line" ? row.text : "";
}

/** The rows on screen, painted again when colours arrive. */
class Rows {
  readonly element: HTMLElement;
  readonly #rows: readonly DiffRow[];
  readonly #shown = new Map<number, HTMLElement>();
  readonly #coloured = new Map<number, Line>();
  readonly #changed: ReadonlyMap<number, readonly Span[]>;

  constructor(rows: readonly DiffRow[], name: string, env: RenderEnv) {
    this.#rows = rows;
    this.#changed = changedWords(rows);
    const { element, sheet } = scroller(name || words.render.diff);
    this.element = element;
    const last = rows.reduce((most, row) => (row.kind === "line" ? Math.max(most, row.before, row.after) : most), 0);
    setDigits(element, last);
    const items: (() => Node)[] = stretches(rows).flatMap(({ kind, from, to }) =>
      kind === "unchanged" ? [() => this.#folded(from, to)] : Array.from({ length: to - from }, (_, index) => () => this.#row(from + index)),
    );
    addLines(sheet, items.length, fold, (index) => items[index]?.() ?? fragment());
    if (rows.length === 0) sheet.appendChild(h("span", { class: "nothing" }, words.render.noChange));
    for (const which of ["before", "after"] as const) void this.#colourSide(which, languageOfFile(name).grammar, env);
  }

  async #colourSide(which: "before" | "after", grammar: string, env: RenderEnv): Promise<void> {
    const indexes = side(this.#rows, which);
    const lines = await colour(indexes.map((index) => textOf(this.#rows[index])), grammar, env);
    lines?.forEach((line, position) => {
      const index = indexes[position] ?? 0;
      this.#coloured.set(index, line);
      this.#paint(index);
    });
  }

  #paint(index: number): void {
    const row = this.#rows[index];
    const element = this.#shown.get(index);
    if (row?.kind !== "line" || element === undefined) return;
    paintLine(element, overlay(this.#coloured.get(index) ?? plainLine(row.text), this.#changed.get(index) ?? []));
  }

  #row(index: number): Node {
    const row = this.#rows[index];
    if (row === undefined) return fragment();
    if (row.kind === "note") return h("span", { class: "line note" }, h("span", { class: "text" }, words.render.noNewline));
    if (row.kind === "gap") return h("span", { class: "gap" }, row.lines > 0 ? words.render.unchanged(row.lines) : "⋯");
    const text = h("span", { class: "text", role: roles[row.change] });
    this.#shown.set(index, text);
    this.#paint(index);
    const sign = h("span", { class: "sign", "aria-hidden": "true", "data-after": numberOf(row.after), "data-sign": signs[row.change] });
    return h("span", { class: `line ${row.change}`, "data-before": numberOf(row.before) }, sign, text);
  }

  #folded(from: number, to: number): Node {
    const button = h("button", { type: "button", class: "more" }, words.render.showUnchanged(to - from));
    button.addEventListener("click", () => {
      const rows = h("div", { tabindex: -1 });
      addLines(rows, to - from, fold, (index) => this.#row(from + index));
      button.replaceWith(rows);
      rows.focus({ preventScroll: true });
    });
    return button;
  }
}

function numberOf(line: number): string {
  return line > 0 ? String(line) : "";
}

const roles = { same: undefined, added: "insertion", removed: "deletion" } as const satisfies Record<LineRow["change"], string | undefined>;
const signs = { same: "", added: "+", removed: "−" } as const satisfies Record<LineRow["change"], string>;
