// The types of <unspool-session>, which need nothing but the standard library.

import type { Row, SessionInfo, Summary } from "../worker/model";
import type { Failure, Progress } from "../worker/protocol";

/** Everything that a session can be loaded from: a string is the text of a transcript. */
export type Loadable = File | Blob | string | Uint8Array | FileList | readonly (File | Blob | string | Uint8Array)[];

/** Kinds of rows, as `show` and `hide` name them, with spaces between them. */
export type Shown = "prompts" | "replies" | "thinking" | "tools" | "errors" | "agents" | "machinery";

/**
 * What the page draws of formulas and diagrams. Sources come from transcripts, so they
 * are hostile: never make HTML of them unchecked. The source stays where a renderer throws,
 * rejects, takes longer than 10 s or gives no Node.
 */
export interface Renderers {
  /** TeX without its fences; `display` says that it is no part of a line. */
  readonly math?: (source: string, display: boolean) => Node | Promise<Node>;
  readonly mermaid?: (source: string) => Node | Promise<Node>;
}

/** A record in which a text was found. */
export interface Hit {
  readonly uuid: string;
  readonly turn: number;
  readonly text: string; // around what was found
}

export interface Hits {
  readonly hits: readonly Hit[];
  readonly more: boolean; // there are others
}

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
  /** Address of a transcript, several with spaces between them, or of a list of files in JSON: `{"name": …, "files": […]}`. */
  src: string;
  /** Uuid of the record to begin at. */
  at: string;
  /** Only these turns: "12-18", "12", "12-"; the first is 1. */
  turns: string;
  view: "conversation" | "sessions" | "details";
  /** Only rows of these kinds (see Shown), with spaces between them. */
  show: string;
  /** No rows of these kinds. */
  hide: string;
  /** Which rows are open from the start. */
  expand: "none" | "tools" | "all";
  theme: "auto" | "light" | "dark";
  /** A CSS length, "32rem" by default, or "auto" for short sessions. */
  height: string;
  toolbar: "full" | "none";
  /** Language of dates and numbers. */
  lang: string;
  /** Address of the folder with the package's assets, where a bundler does not take them along. */
  assets: string;
  /** Loads at once, and not when it comes near the viewport. */
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

  /** Reads files in place of what was read before. Resolves when all is read, rejects with a Failure. */
  load(input: Loadable): Promise<void>;
  /** What `unspool inspect` prints for the session on the screen. */
  summary(): Promise<Summary>;
  /** Shows the row of a record; false if there is none. */
  goTo(uuid: string): Promise<boolean>;
  /** Looks for a text in all that is recorded. */
  search(text: string): Promise<Hits>;
  /** Lets go of everything that was loaded. */
  dispose(): void;

  addEventListener<K extends keyof UnspoolEvents>(type: K, listener: (event: UnspoolEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof UnspoolEvents>(type: K, listener: (event: UnspoolEvents[K]) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

export interface UnspoolSessionConstructor {
  new (): UnspoolSession;
  readonly prototype: UnspoolSession;
}

/** The tag as JSX writes it: properties, and listeners as "on" and the name of the event. */
export type UnspoolAttributes = Partial<UnspoolProperties & Pick<UnspoolSession, "renderers" | "linkFor" | "linkTo">> & {
  readonly [name in keyof UnspoolEvents as `on${name}`]?: (event: UnspoolEvents[name]) => void;
};
