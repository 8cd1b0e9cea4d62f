import type { SessionInfo } from "../parser/model";
import type { ParserApi, Source } from "../parser/protocol";

/** What was read, for who keeps it. */
export interface ExportSource {
  readonly api: ParserApi;
  readonly sessions: readonly SessionInfo[];
  /** The one on the screen; undefined if that is the list of them. */
  readonly shown: SessionInfo | undefined;
  /** The uuid of the record where the reader is. */
  readonly at: string;
  /** A table of prices that was read along. */
  readonly prices: readonly Source[];
}
