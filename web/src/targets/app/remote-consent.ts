import type { TemplateResult } from "lit";
import type { FileFetcher } from "../../session/sources/file-fetcher";
import type { Failure } from "../../parser/protocol";

/** What a reader is asked before another host is. */
export interface Question {
  /** The address that a link, or the reader, gave. */
  readonly src: string;
  /** That it led on, to where was not agreed to; undefined at first. */
  readonly moved: Failure | undefined;
  /** Opens an address. */
  readonly agree: (address: string) => void;
  readonly decline: () => void;
}

/** What a page adds that may read from other hosts. */
export interface RemoteConsent {
  /**
   * Fetches the session that is opened: from the hosts that the reader agreed to
   * for it, or, if nobody was asked, from the page's own; then all that was agreed
   * to before is over.
   */
  files(asked: boolean): FileFetcher;
  /** Names the host and asks, or says why it is not asked at all. */
  question(asked: Question): TemplateResult;
  /** Where an address can be written; one that was opened before can be mended there. */
  field(before: string, go: (address: string) => void): TemplateResult;
}
