import type { TemplateResult } from "lit";
import type { RowStore } from "../session/row-store";
import type { Dates } from "../session/format";
import type { AsyncValue } from "../base/async-value";
import type { AttemptsRow, BranchRow, Link, Part, RecordLocation, Row } from "../parser/model";

/** The position of a part: the row of its body, and its index in the body. */
export interface PartPlace {
  readonly row: string;
  readonly at: number;
}

/** Renders the content of an open row: the parts of its body, and buttons for the exact bytes of its records. */
export interface PartRenderer {
  /** Renders the reason why a body could not be loaded. */
  fault(error: unknown): TemplateResult;
  part(one: Part, place: PartPlace, context: RowContext): unknown;
  records(list: readonly RecordLocation[], context: RowContext): unknown;
  /** Renders the alternative branches of a conversation from one point. */
  alternatives(row: AttemptsRow | BranchRow, context: RowContext): unknown;
  /** Renders the end of an alternative. */
  alternativeEnd(row: Row, context: RowContext): unknown;
}

/** The services that images and files need. */
export interface PictureUse {
  readonly conversation: RowStore;
  /** Aborted when the view ends. */
  readonly signal: AbortSignal;
  readonly announce: (text: string) => void;
  /** Shows the image of a gallery's button as large as possible, with the other images of the row. */
  readonly enlarge: (thumb: HTMLElement) => void;
}

/** The services that a row needs in addition to its own data. */
export interface RowContext extends PictureUse {
  /** Formats dates and times in the user's language. */
  dates(): Dates;
  /** The session's own folder, which paths are shown relative to. */
  project(): string;
  /** Renders formatted text; rejects if the code for that cannot be loaded. */
  markdown(text: string): Promise<HTMLElement>;
  /** The code that renders bodies; it is loaded when the first one is opened. */
  bodies(): AsyncValue<PartRenderer>;
  /** Opens or closes a row: its body or its inner rows. */
  toggle(row: Row): void;
  /** Goes to the row of a record, or with a key. */
  goTo(address: string): void;
  /** Opens the details of a row beside the given button. */
  about(row: Row, from: HTMLButtonElement): void;
  /** Opens another session at the record that links the two. */
  visit(link: Link): void;
}
