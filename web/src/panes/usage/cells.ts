import { type TemplateResult, html, svg } from "lit";
import { number } from "../../base/format";
import { strings } from "./strings";
import { duration, tokens } from "../../session/format";
import type { Cell } from "./csv";
import { type Recorded, lowerBound } from "./lower-bound";
import type { Column, FileColumn } from "./table";

/** Renders a cell without a recorded value. */
export function emptyCell(): TemplateResult {
  return html`<span class="aside">–</span>`;
}

export function orEmpty(text: string): unknown {
  return text === "" ? emptyCell() : text;
}

/** Renders a number of tokens in short form, with the exact number as its title. */
export function tokenCount(n: number): unknown {
  return n === 0 ? "0" : html`<span title=${number(n)}>${tokens(n)}</span>`;
}

/** Renders output tokens, marked as a lower bound where some were not recorded. */
export function outputTokens(n: number, of: Recorded): unknown {
  if (of.responses === 0) return emptyCell();
  const text = lowerBound(tokens(n), of);
  return n === 0 ? text : html`<span title=${lowerBound(number(n), of)}>${text}</span>`;
}

/**
 * Returns a column of output tokens. In files, values are plain numbers and a second column marks those that are too
 * low.
 */
export function outputColumn<L>(value: (line: L) => number, of: (line: L) => Recorded): Column<L> {
  return {
    id: "output",
    name: strings.output,
    show: (line) => outputTokens(value(line), of(line)),
    ...savedColumns<L>(strings.output, value, { name: strings.lowInFile, value: (line) => of(line).low }),
  };
}

/**
 * Returns the columns of saved files: the value, with its unit in the name, and the notes that the page shows as marks.
 */
export function savedColumns<L>(
  name: string,
  value: (line: L) => Cell,
  ...notes: readonly FileColumn<L>[]
): Pick<Column<L>, "value" | "file"> {
  return { value, file: [{ name, value }, ...notes] };
}

/** Returns a column of durations, which are milliseconds in files. */
export function durationColumn<L>(id: string, name: string, of: (line: L) => number | null): Column<L> {
  return {
    id,
    name,
    show: (line) => orEmpty(duration(of(line))),
    ...savedColumns<L>(strings.inMs(name), (line) => of(line) ?? undefined),
  };
}

/** Leaves a column empty, including in files, where its value is unknown. */
export function whereKnown<L>(column: Column<L>, known: (line: L) => boolean): Column<L> {
  const cell = (value: (line: L) => Cell) => (line: L) => (known(line) ? value(line) : undefined);
  return {
    ...column,
    show: (line) => (known(line) ? column.show(line) : emptyCell()),
    value: cell(column.value),
    ...(column.file ? { file: column.file.map(({ name, value }) => ({ name, value: cell(value) })) } : {}),
  };
}

/** Renders a share from 0 to 1 as a bar beside its number. */
export function bar(share: number): TemplateResult {
  return html`<svg class="share" aria-hidden="true">
    ${svg`<rect height="100%" width="${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%"></rect>`}
  </svg>`;
}

/** Formats the size of a context window: "200k", "1M". */
export function windowSize(n: number): string {
  return tokens(n).replace(".0", "");
}
