import type { TemplateResult } from "lit";
import type { RowStore } from "../session/row-store";
import type { Dates } from "../session/format";
import type { AsyncValue } from "../base/async-value";
import type { AttemptsRow, BranchRow, Link, Part, RecordLocation, Row } from "../parser/model";

/** Where a piece of a body stands: in the body of this row, at this place. */
export interface PartPlace {
  readonly row: string;
  readonly at: number;
}

/** Draws what a row opens to: the pieces of its body, and the ways to the exact bytes of its records. */
export interface PartRenderer {
  /** Why a body could not be had. */
  fault(error: unknown): TemplateResult;
  part(one: Part, place: PartPlace, context: RowContext): unknown;
  records(list: readonly RecordLocation[], context: RowContext): unknown;
  /** The ways that a conversation took from one place. */
  alternatives(row: AttemptsRow | BranchRow, context: RowContext): unknown;
  /** Where one of them is over. */
  alternativeEnd(row: Row, context: RowContext): unknown;
}

/** What images and files need. */
export interface PictureUse {
  readonly conversation: RowStore;
  /** Ends with the view. */
  readonly signal: AbortSignal;
  readonly announce: (text: string) => void;
}

/** What a row needs beside its own data. */
export interface RowContext extends PictureUse {
  /** Dates and times as the reader's language writes them. */
  dates(): Dates;
  /** The session's own folder: paths are shown as seen from there. */
  project(): string;
  /** Words as they were meant to look; rejects if the code for that cannot be loaded. */
  markdown(text: string): Promise<HTMLElement>;
  /** The code that draws bodies; it is fetched when the first one is opened. */
  bodies(): AsyncValue<PartRenderer>;
  /** Opens or closes a row: its body, or the rows that it stands for. */
  toggle(row: Row): void;
  /** Leads to the row of a record, or with a key. */
  goTo(address: string): void;
  /** Tells about a row, beside the button that asks for it. */
  about(row: Row, from: HTMLButtonElement): void;
  /** Opens another session, where it meets this one. */
  visit(link: Link): void;
}
