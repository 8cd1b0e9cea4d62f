import type { TemplateResult } from "lit";
import type { FileFetcher } from "../element/files";

/** What a reader is asked before another host is. */
export interface Question {
  /** The address that a link, or the reader, gave. */
  readonly src: string;
  /** Where that led on to, on a host that was not agreed to; "" at first. */
  readonly onward: string;
  /** Opens an address. */
  readonly agree: (address: string) => void;
  readonly decline: () => void;
}

/** What a page adds that may read from other hosts. */
export interface Elsewhere {
  /** Fetches from the hosts that the reader agreed to, for the session that is opened. */
  readonly files: FileFetcher;
  /** Names the host and asks, or says why it is not asked at all. */
  question(asked: Question): TemplateResult;
  /** Where an address can be written; one that was opened before can be mended there. */
  field(before: string, go: (address: string) => void): TemplateResult;
}
