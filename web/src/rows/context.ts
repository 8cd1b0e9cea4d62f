import type { Conversation } from "../element/conversation";
import type { Later } from "../element/later";
import type { Link, Part, Row } from "../worker/model";

/** Draws one piece of a body. */
export type PartDrawer = (one: Part, key: string, context: RowContext) => unknown;

/** What a row needs beside its own data. */
export interface RowContext {
  readonly conversation: Conversation;
  /** The session's own folder: paths are shown as seen from there. */
  project(): string;
  /** Words as they were meant to look; rejects if the code for that cannot be loaded. */
  markdown(text: string): Promise<Node>;
  /** The code that draws bodies; it is fetched when the first one is opened. */
  parts(): Later<PartDrawer>;
  /** Opens or closes a row: its body, or the rows that it stands for. */
  toggle(row: Row): void;
  /** Opens another session, where it meets this one. */
  visit(link: Link): void;
}
