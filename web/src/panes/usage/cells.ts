import { type TemplateResult, html } from "lit";
import { number } from "../../base/format";
import { strings } from "./strings";
import { duration, tokens } from "../../session/format";
import type { Cell } from "./csv";
import { type Recorded, lowerBound } from "./lower-bound";
import type { Column, FileColumn } from "./table";

/** What stands where nothing is recorded. */
export function none(): TemplateResult {
  return html`<span class="aside">–</span>`;
}

export function orNone(text: string): unknown {
  return text === "" ? none() : text;
}

/** So many tokens, in short; its title says them all. */
export function many(n: number): unknown {
  return n === 0 ? "0" : html`<span title=${number(n)}>${tokens(n)}</span>`;
}

/** Tokens of output, marked where there were more than are recorded. */
export function output(n: number, of: Recorded): unknown {
  if (of.responses === 0) return none();
  const text = lowerBound(tokens(n), of);
  return n === 0 ? text : html`<span title=${lowerBound(number(n), of)}>${text}</span>`;
}

/** A column of output. A file has numbers only: the next one tells which are too low. */
export function outputColumn<L>(value: (line: L) => number, of: (line: L) => Recorded): Column<L> {
  return {
    id: "output",
    name: strings.output,
    show: (line) => output(value(line), of(line)),
    ...inFile<L>(strings.output, value, { name: strings.lowInFile, value: (line) => of(line).low }),
  };
}

/** What a column holds in a file, with its unit in its name, and what must be known of it there. */
export function inFile<L>(
  name: string,
  value: (line: L) => Cell,
  ...notes: readonly FileColumn<L>[]
): Pick<Column<L>, "value" | "file"> {
  return { value, file: [{ name, value }, ...notes] };
}

/** The file says in milliseconds what the page says in minutes and seconds. */
export function took<L>(id: string, name: string, of: (line: L) => number | null): Column<L> {
  return {
    id,
    name,
    show: (line) => orNone(duration(of(line))),
    ...inFile<L>(strings.inMs(name), (line) => of(line) ?? undefined),
  };
}

/** A column that has nothing, in a file too, where nothing is known. */
export function whereKnown<L>(column: Column<L>, known: (line: L) => boolean): Column<L> {
  const cell = (value: (line: L) => Cell) => (line: L) => (known(line) ? value(line) : undefined);
  return {
    ...column,
    show: (line) => (known(line) ? column.show(line) : none()),
    value: cell(column.value),
    ...(column.file ? { file: column.file.map(({ name, value }) => ({ name, value: cell(value) })) } : {}),
  };
}
