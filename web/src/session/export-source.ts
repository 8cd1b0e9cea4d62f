import type { SessionInfo } from "../parser/model";
import type { ParserApi, Source } from "../parser/protocol";

/** The loaded session and its sources, as input for an export. */
export interface ExportSource {
  readonly api: ParserApi;
  readonly sessions: readonly SessionInfo[];
  /** The session on the screen; undefined if that is the list of sessions. */
  readonly shown: SessionInfo | undefined;
  /** The uuid of the current record. */
  readonly at: string;
  /** Price tables that were loaded with the files. */
  readonly prices: readonly Source[];
}
