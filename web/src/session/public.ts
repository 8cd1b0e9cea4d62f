// The types of <unspool-session>. They need nothing but the standard library.

import type { Renderers } from "../content/markdown/renderers";
import type { Row, SessionInfo, Summary } from "../parser/model";
import type { ExportedFile } from "../parser/exporter";
import type { Failure, Progress } from "../parser/protocol";
import type { SessionExport } from "../parser/session-exporter";
import type { Hits } from "../parser/search";

export type { Renderers } from "../content/markdown/renderers";
export type { ExportedFile } from "../parser/exporter";
export type { Hits } from "../parser/search";
export type { SessionExport } from "../parser/session-exporter";

/**
 * Everything that a session can be loaded from. A string is the text of a transcript. Several inputs without names get
 * generated ones.
 */
export type Loadable = File | Blob | string | Uint8Array | FileList | readonly (File | Blob | string | Uint8Array)[];

/** The events, which bubble and leave shadow trees, and their `detail`. */
export interface UnspoolDetails {
  "unspool-ready": { readonly sessions: readonly SessionInfo[] };
  "unspool-progress": Progress;
  "unspool-error": Failure;
  "unspool-select": {
    readonly uuid: string;
    readonly turn: number;
    readonly prompt: number;
    readonly kind: Row["kind"];
  };
}

export type UnspoolEvents = { readonly [name in keyof UnspoolDetails]: CustomEvent<UnspoolDetails[name]> };

/** The attributes of the tag. Each is also a property of the same name. */
export interface UnspoolProperties {
  /**
   * The address of a transcript, several addresses separated by spaces, or the address of a list of files in JSON:
   * `{"name": …, "files": […]}`.
   */
  src: string;
  /** The uuid of the record to start at. */
  at: string;
  /**
   * The turns to show: "12-18", "12", "12-" for all from there, or "-5" for all up to there. The first turn is 1. Turns
   * are those of prompts and of events; the numbers that the viewer shows are those of prompts.
   */
  turns: string;
  /** The prompts to show, each with all that follows it, written like `turns`. */
  prompts: string;
  /** The default, "", depends on the files. */
  view: "" | "conversation" | "sessions" | "details";
  /**
   * The only kinds of lines to show, separated by spaces: prompts, replies, thinking, tools, errors, agents,
   * background.
   */
  show: string;
  /** The kinds of lines to hide, by the same words. */
  hide: string;
  /** The rows that are open at first. */
  expand: "none" | "tools" | "all";
  theme: "auto" | "light" | "dark";
  /** The height of the box: a CSS length, by default 32rem, or "auto" for the height of its content, up to 60rem. */
  height: string;
  toolbar: "full" | "none";
  /** The language of dates and times, such as "de-CH"; by default the browser's. All other text is English. */
  lang: string;
  /** The address of the folder with the package's assets, for bundlers that do not include them. */
  assets: string;
  /** Whether to read at once, instead of when the element is about to become visible. */
  preload: boolean;
  /**
   * Whether the conversation plays on its own, with pauses cut, while it is in view. Where motion is reduced, only the
   * controls are shown.
   */
  autoplay: boolean;
  /** Whether the controls that play the conversation are shown. */
  controls: boolean;
}

export interface UnspoolSession extends HTMLElement, UnspoolProperties {
  lang: string;
  /** Set this before a session is loaded. */
  renderers: Renderers;
  /** Returns the page's address for a link of the transcript; undefined makes it plain text. */
  linkFor: ((url: string) => string | undefined) | undefined;
  /** Returns the address of a record of a session in the page, for "Copy link". */
  linkTo: ((uuid: string, session: string) => string) | undefined;

  /**
   * Replaces what was loaded before. Resolves when everything is read. Like all methods, it rejects with an Error that
   * has the `code`, `detail` and `path` of a Failure, or the code "replaced" if something else was loaded, or
   * everything released, before it was done.
   */
  load(input: Loadable): Promise<void>;
  /**
   * Returns what `unspool inspect` prints for the session on the screen, or for the first one, and reads the files
   * first if necessary.
   */
  summary(): Promise<Summary>;
  /** Shows the row of a record; resolves to false if there is none. */
  goTo(uuid: string): Promise<boolean>;
  /**
   * Searches everything recorded in the session on the screen, or in the first one, that `turns`, `prompts`, `show` and
   * `hide` keep. Returns at most 100 matches.
   */
  search(text: string): Promise<Hits>;
  /**
   * Writes the session on the screen, or the first one, in another form: a transcript, messages for the API, or a
   * document. With `redact`, secrets and personal data are replaced, and the result is checked. The code for it is
   * loaded when it is first called.
   */
  export(options: SessionExport): Promise<readonly ExportedFile[]>;
  /** Releases everything that was loaded. */
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

/** The attributes of the tag in JSX: properties, and listeners named "on" plus the event. */
export type UnspoolAttributes = Partial<
  UnspoolProperties & Pick<UnspoolSession, "renderers" | "linkFor" | "linkTo">
> & {
  readonly [name in keyof UnspoolEvents as `on${name}`]?: (event: UnspoolEvents[name]) => void;
};
