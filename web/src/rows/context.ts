import type { TemplateResult } from "lit";
import type { RowStore } from "../session/row-store";
import type { Dates } from "../session/format";
import type { AsyncValue } from "../base/async-value";
import type { AttemptsRow, BranchRow, Link, Part, RecordLocation, Row } from "../parser/model";

/** The place of a part: the row of its body, and its index in there. */
export interface PartPlace {
  readonly row: string;
  readonly at: number;
}

/** Draws what a row opens to: the pieces of its body, and the ways to the exact bytes of its records. */
export interface PartRenderer {
  /** Draws why a body could not be loaded. */
  fault(error: unknown): TemplateResult;
  part(one: Part, place: PartPlace, context: RowContext): unknown;
  records(list: readonly RecordLocation[], context: RowContext): unknown;
  /** The ways that a conversation took from one place. */
  alternatives(row: AttemptsRow | BranchRow, context: RowContext): unknown;
  /** Draws the end of an alternative. */
  alternativeEnd(row: Row, context: RowContext): unknown;
}

/** The services that images and files need. */
export interface PictureUse {
  readonly conversation: RowStore;
  /** Ends with the view. */
  readonly signal: AbortSignal;
  readonly announce: (text: string) => void;
}

/** The services that a row needs beside its own data. */
export interface RowContext extends PictureUse {
  /** Dates and times as the reader's language writes them. */
  dates(): Dates;
  /** The session's own folder: paths are shown as seen from there. */
  project(): string;
  /** Words as they were meant to look; rejects if the code for that cannot be loaded. */
  markdown(text: string): Promise<HTMLElement>;
  /** The code that draws bodies; it is fetched when the first one is opened. */
  bodies(): AsyncValue<PartRenderer>;
  /** Opens or closes a row: its body or its inner rows. */
  toggle(row: Row): void;
  /** Leads to the row of a record, or with a key. */
  goTo(address: string): void;
  /** Opens the details of a row beside the given button. */
  about(row: Row, from: HTMLButtonElement): void;
  /** Opens another session, where it meets this one. */
  visit(link: Link): void;
}
