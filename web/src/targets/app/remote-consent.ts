import type { TemplateResult } from "lit";
import type { FileFetcher } from "../../session/sources/file-fetcher";
import type { Failure } from "../../parser/protocol";

/** A question to the user before another host is requested. */
export interface Question {
  /** The address from a link or from the user. */
  readonly src: string;
  /** The redirect to a host that was not agreed to; undefined at first. */
  readonly moved: Failure | undefined;
  /** Opens an address. */
  readonly agree: (url: string) => void;
  readonly decline: () => void;
}

/** Adds access to other hosts to a page. */
export interface RemoteConsent {
  /**
   * Fetches the session that is opened: from the hosts that the user agreed to for it or, if the user was not asked,
   * from the page's own. Earlier agreements then end.
   */
  fileFetcher(asked: boolean): FileFetcher;
  /** Names the host and asks, or says why it cannot be requested at all. */
  question(asked: Question): TemplateResult;
  /** Renders the field for an address, filled with the previous one for correction. */
  field(before: string, go: (url: string) => void): TemplateResult;
}
