// A change to a file, unified or side by side.
import { strings } from "./strings";
import { strings as contentStrings } from "../strings";
import { codeLines, color, paintLine, setDigits } from "../code/code";
import { changedWords, computeHunks } from "./diff-compute";
import {
  type DiffBlock,
  blocks,
  type DiffHunk,
  type DiffRow,
  diffRows,
  enclosing,
  height,
  isInvalid,
  type LineRow,
  patchText,
  side,
  wholeRows,
} from "./diff-rows";
import { fragment, h } from "../dom";
import type { RenderEnv } from "../render-context";
import { choice, copyButton, frame, menu, pathTitle, scroller, wrapButton } from "../frame";
import { languageOfFile } from "../code/languages";
import { addLines } from "../code/lines";
import { type CodeLine, overlay, plainLine, type TextSpan, splitLines } from "../code/runs";
import { markedText } from "../text";

const fold = { head: 400, tail: 0 } as const;
const wideLine = 72;
const longestPlace = 120; // characters

interface Diff {
  readonly hunks: readonly DiffHunk[] | null; // null: computed from the two sides
  readonly old: string; // with hunks: the whole old file, "" if unknown
  readonly partly: boolean; // `old` is only a part of the file
  readonly new: string;
  readonly name: string; // as shown
  readonly path: string; // the complete path
}

export function showDiff(diff: Diff, env: RenderEnv): HTMLElement {
  const hunks = diff.hunks ?? computeHunks(diff.old, diff.new);
  return h("div", null, hunks === null ? bothSides(diff, env) : showHunks(diff, hunks, env));
}

/** Shows two texts that are too large to compare. */
function bothSides(diff: Diff, env: RenderEnv): Node {
  const side = (label: string, text: string): HTMLElement => {
    const { element } = codeLines({ text, first: 1, grammar: languageOfFile(diff.name).grammar, label }, env);
    return frame(
      { kind: "code", title: label, actions: [wrapButton(element, env.choices), copyButton(() => text)] },
      element,
    );
  };
  return fragment(
    h("p", { class: "aside" }, strings.notCompared),
    side(strings.before, diff.old),
    side(strings.after, diff.new),
  );
}

function showHunks(diff: Diff, hunks: readonly DiffHunk[], env: RenderEnv): HTMLElement {
  // Without a patch the two sides are parts of a file; with one, `old` is the whole file.
  const file = diff.hunks !== null && diff.old !== "" ? wholeRows(splitLines(diff.old), hunks) : null;
  const { rows, added, removed } = file ?? diffRows(hunks);
  const view = new Rows(rows, diff.name, env);
  // The line numbers of the two sides are not recorded.
  view.element.classList.toggle("unnumbered", diff.hunks === null);
  const text = (which: "before" | "after"): string =>
    side(rows, which)
      .map((index) => textOf(rows[index]) + "\n")
      .join("");
  const isNew =
    diff.hunks === null
      ? diff.old === "" && diff.new !== ""
      : hunks.every(({ oldStart, lines }) => oldStart <= 1 && (lines ?? []).every((line) => line.startsWith("+")));
  const isEmptied = removed > 0 && file !== null && side(rows, "after").length === 0;
  const title = fragment(
    pathTitle(diff.name, diff.path),
    (isNew || isEmptied) && h("span", { class: "condition" }, isNew ? strings.newFile : strings.emptied),
    h(
      "span",
      { class: "counts", role: "img", "aria-label": contentStrings.changes(added, removed) },
      h("span", { class: "plus" }, `+${added}`),
      h("span", { class: "minus" }, `−${removed}`),
    ),
  );
  const copies = [
    { label: strings.copyBefore, text: () => text("before"), isOffered: !isNew },
    { label: strings.copyAfter, text: () => text("after"), isOffered: !isEmptied },
    { label: strings.copyPatch, text: () => patchText(diff.name, hunks), isOffered: true },
  ].filter(({ isOffered }) => isOffered);
  const notes = [
    diff.hunks !== null && diff.old !== "" && !diff.partly && file === null && strings.misfit,
    diff.hunks !== null && isInvalid(hunks) && strings.invalidPatch,
  ].filter((note) => note !== false);
  const wrap = rows.some((row) => row.kind === "line" && row.text.length > wideLine)
    ? wrapButton(view.element, env.choices)
    : null;
  const actions = [
    views(view, file === null ? null : text, diff, removed > 0 && added > 0, env),
    wrap,
    menu(contentStrings.copy, strings.copyMenu, copies),
  ];
  return frame(
    { kind: "diff", title, actions },
    view.element,
    notes.length > 0 && h("div", { class: "notes" }, ...notes.map((note) => h("span", null, note))),
  );
}

type View = "unified" | "split" | "before" | "after";

/** Switches between the change and, if it is known, the whole file before and after it. */
function views(
  view: Rows,
  whole: ((which: "before" | "after") => string) | null,
  diff: Diff,
  twoSides: boolean,
  env: RenderEnv,
): Node {
  let shown = view.element;
  const show = (chosen: View): void => {
    const isWhole = chosen === "before" || chosen === "after";
    const next =
      isWhole && whole !== null
        ? codeLines(
            {
              text: whole(chosen),
              first: 1,
              grammar: languageOfFile(diff.name).grammar,
              label: strings[chosen],
            },
            env,
          ).element
        : view.element;
    next.classList.toggle("wrapped", shown.classList.contains("wrapped"));
    if (!isWhole) view.element.classList.toggle("split", (env.choices.split = chosen === "split"));
    next.closest(".frame")?.classList.toggle("wide", chosen === "split");
    shown.closest(".frame")?.classList.toggle("wide", chosen === "split");
    shown.replaceWith(next);
    shown = next;
  };
  const split = twoSides && env.choices.split;
  view.element.classList.toggle("split", split);
  const names: View[] = twoSides ? ["unified", "split"] : whole === null ? [] : ["unified"];
  if (whole !== null) names.push("before", "after");
  const label = (name: View): string => (name === "unified" && !twoSides ? strings.diff : strings[name]);
  return choice(
    strings.view,
    names.map((name) => ({ name, label: label(name) })),
    split ? "split" : "unified",
    show,
  );
}

function textOf(row: DiffRow | undefined): string {
  return row?.kind === "line" ? row.text : "";
}

/**
 * The visible rows, which are rendered again when highlighting arrives. The same nodes make up both views: a change
 * contains its removed lines before its added ones, and the split view places them beside each other. An unchanged line
 * has a copy for the right side that only that view shows.
 */
class Rows {
  readonly element: HTMLElement;
  readonly #rows: readonly DiffRow[];
  readonly #shown = new Map<number, HTMLElement[]>();
  readonly #colored = new Map<number, CodeLine>();
  readonly #changed: ReadonlyMap<number, readonly TextSpan[]>;
  readonly #grammar: string;
  readonly #env: RenderEnv;

  constructor(rows: readonly DiffRow[], name: string, env: RenderEnv) {
    this.#rows = rows;
    this.#env = env;
    this.#grammar = languageOfFile(name).grammar;
    this.#changed = changedWords(rows);
    const { element, sheet } = scroller(name || strings.diff);
    this.element = element;
    const last = rows.reduce((most, row) => (row.kind === "line" ? Math.max(most, row.before, row.after) : most), 0);
    setDigits(element, last);
    const all = blocks(rows);
    this.#add(sheet, all);
    if (rows.length === 0) sheet.appendChild(h("span", { class: "nothing" }, strings.noChange));
    const folded = new Set(all.flatMap((block) => (block.kind === "unchanged" ? range(block.from, block.to) : [])));
    for (const which of ["before", "after"] as const)
      void this.#color(side(rows, which).filter((index) => !folded.has(index)));
  }

  #add(parent: HTMLElement, all: readonly DiffBlock[]): void {
    addLines(
      parent,
      all.length,
      fold,
      (index) => this.#block(all[index]),
      (index) => height(all[index]),
    );
  }

  async #color(indexes: readonly number[]): Promise<void> {
    const lines = await color(
      indexes.map((index) => textOf(this.#rows[index])),
      this.#grammar,
      this.#env,
    );
    lines?.forEach((line, position) => {
      const index = indexes[position] ?? 0;
      this.#colored.set(index, line);
      this.#paint(index);
    });
  }

  #paint(index: number): void {
    for (const element of this.#shown.get(index) ?? []) {
      paintLine(
        element,
        overlay(this.#colored.get(index) ?? plainLine(textOf(this.#rows[index])), this.#changed.get(index) ?? []),
      );
    }
  }

  #block(block: DiffBlock | undefined): Node {
    switch (block?.kind) {
      case undefined:
        return fragment();
      case "unchanged":
        return this.#folded(block.from, block.to);
      case "change": {
        const element = h("span", { class: "pair" });
        for (const half of [block.before, block.after]) {
          half.forEach((index, place) => {
            const line = this.#line(index, half === block.before ? "old" : "new");
            line.style.setProperty("--row", String(place + 1));
            element.appendChild(line);
          });
        }
        return element;
      }
      case "line": {
        const row = this.#rows[block.index];
        if (row?.kind === "gap")
          return h("span", { class: "gap", "data-copy-as": "…" }, row.lines > 0 ? strings.unchanged(row.lines) : "⋯");
        if (row?.kind === "note") return this.#line(block.index, "old");
        const copy = this.#line(block.index, "new");
        copy.inert = true;
        return h("span", { class: "pair" }, this.#line(block.index, "old"), copy);
      }
    }
  }

  #line(index: number, half: "old" | "new"): HTMLElement {
    const row = this.#rows[index];
    if (row?.kind !== "line")
      return h(
        "span",
        { class: `line note ${half}`, "data-copy-prefix": "\\ " },
        h("span", { class: "text" }, strings.noNewline),
      );
    const text = h("span", { class: "text", role: roles[row.change] });
    const shown = this.#shown.get(index);
    if (shown === undefined) this.#shown.set(index, [text]);
    else shown.push(text);
    this.#paint(index);
    const sign = h("span", {
      class: "sign",
      "aria-hidden": "true",
      "data-after": numberOf(row.after),
      "data-sign": signs[row.change],
    });
    return h(
      "span",
      {
        class: `line ${row.change} ${half}`,
        "data-before": numberOf(row.before),
        "data-copy-prefix": patchSigns[row.change],
      },
      sign,
      text,
    );
  }

  #folded(from: number, to: number): Node {
    const place = to < this.#rows.length ? enclosing(this.#rows, to) : "";
    const button = h(
      "button",
      { type: "button", class: "more ellipsis", "data-copy-as": "…" },
      strings.showUnchanged(to - from),
      place !== "" && h("span", { class: "within" }, markedText(place.slice(0, longestPlace))),
    );
    button.addEventListener("click", () => {
      const rows = h("div", { tabindex: -1 });
      this.#add(rows, blocks(this.#rows, from, to, false));
      void this.#color(range(from, to));
      button.replaceWith(rows);
      rows.focus({ preventScroll: true });
    });
    return button;
  }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

function numberOf(line: number): string {
  return line > 0 ? String(line) : "";
}

const roles = { same: undefined, added: "insertion", removed: "deletion" } as const satisfies Record<
  LineRow["change"],
  string | undefined
>;
const patchSigns = { same: " ", added: "+", removed: "-" } as const satisfies Record<LineRow["change"], string>;
const signs = { same: "", added: "+", removed: "−" } as const satisfies Record<LineRow["change"], string>;
