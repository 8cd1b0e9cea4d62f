// The types of <unspool-session>, which need nothing but the standard library.

import type { Renderers } from "../content/markdown/renderers";
import type { Row, SessionInfo, Summary } from "../parser/model";
import type { Failure, Progress } from "../parser/protocol";
import type { Hits } from "../parser/search";

export type { Renderers } from "../content/markdown/renderers";
export type { Hits } from "../parser/search";

/**
 * Everything that a session can be loaded from: a string is the text of a transcript. Of several that have no name each
 * gets one of its own.
 */
export type Loadable = File | Blob | string | Uint8Array | FileList | readonly (File | Blob | string | Uint8Array)[];

/** The events, which bubble and leave shadow trees, and what their `detail` holds. */
export interface UnspoolDetails {
  "unspool-ready": { readonly sessions: readonly SessionInfo[] };
  "unspool-progress": Progress;
  "unspool-error": Failure;
  "unspool-select": { readonly uuid: string; readonly turn: number; readonly kind: Row["kind"] };
}

export type UnspoolEvents = { readonly [name in keyof UnspoolDetails]: CustomEvent<UnspoolDetails[name]> };

/** What can stand in the tag. Each is a property, too, of the same name. */
export interface UnspoolProperties {
  /**
   * Address of a transcript, several with spaces between them, or of a list of files in JSON: `{"name": …, "files":
   * […]}`.
   */
  src: string;
  /** The uuid of a record to begin with. */
  at: string;
  /**
   * The turns to be shown: "12-18", "12", "12-" for all from there, or "-5" for all up to there. The first one is 1.
   */
  turns: string;
  /** By default what fits the files. */
  view: "" | "conversation" | "sessions" | "details";
  /** What alone is shown, by words between spaces: prompts, replies, thinking, tools, errors, agents, machinery. */
  show: string;
  /** What is left out, by the same words. */
  hide: string;
  /** What is open at first. */
  expand: "none" | "tools" | "all";
  theme: "auto" | "light" | "dark";
  /** The height of the box, a CSS length, by default 32rem; "auto" for that of what is in it, up to 60rem. */
  height: string;
  toolbar: "full" | "none";
  /** The language of dates and times, such as "de-CH"; by default that of the browser. Words are English. */
  lang: string;
  /** Address of the folder with the package's assets, where a bundler does not take them along. */
  assets: string;
  /** Whether it reads at once, and not when it comes near what is in sight. */
  preload: boolean;
}

export interface UnspoolSession extends HTMLElement, UnspoolProperties {
  lang: string;
  /** Set before a session is loaded. */
  renderers: Renderers;
  /** Gives the address that a link of the transcript leads to; undefined makes it plain text. */
  linkFor: ((url: string) => string | undefined) | undefined;
  /** Gives the address of a record in the page, for "Copy link". */
  linkTo: ((uuid: string) => string) | undefined;

  /**
   * Reads files in place of what was read before. Resolves when all is read. It rejects, as all methods do, with an
   * Error that has the `code`, `detail` and `path` of a Failure, or the code "replaced" when something else was loaded,
   * or all let go, before it was done.
   */
  load(input: Loadable): Promise<void>;
  /**
   * What `unspool inspect` prints for the session on the screen, or for the first one; reads it if that was not done
   * yet.
   */
  summary(): Promise<Summary>;
  /** Shows the row of a record; false if there is none. */
  goTo(uuid: string): Promise<boolean>;
  /**
   * Finds words in the session on the screen, or in the first one: in all that is recorded of what `turns`, `show` and
   * `hide` keep, at most 100 places.
   */
  search(text: string): Promise<Hits>;
  /** Lets go of everything that was loaded. */
  dispose(): void;

  addEventListener<K extends keyof UnspoolEvents>(
    type: K,
    listener: (event: UnspoolEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof UnspoolEvents>(
    type: K,
    listener: (event: UnspoolEvents[K]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

export interface UnspoolSessionConstructor {
  new (): UnspoolSession;
  readonly prototype: UnspoolSession;
}

/** The tag as JSX writes it: properties, and listeners as "on" and the name of the event. */
export type UnspoolAttributes = Partial<
  UnspoolProperties & Pick<UnspoolSession, "renderers" | "linkFor" | "linkTo">
> & {
  readonly [name in keyof UnspoolEvents as `on${name}`]?: (event: UnspoolEvents[name]) => void;
};
