import type { SessionInfo } from "../parser/model";
import { blockIn, foldPrefix } from "../parser/row-key";
import { type ViewState, viewStateNames } from "./view-state";

/**
 * The part of a page's URL that describes the view. The source of a session is described in targets/app/location.ts.
 */
export interface ViewLocation {
  /** The ID of the session; "" for the list of sessions, or if only the record is known. */
  readonly session: string;
  /** The address of the current record: its uuid and a block number; "" for the beginning. */
  readonly at: string;
  readonly state: ViewState;
}

const MAX_LENGTH = 20_000; // characters of one part

/** Parses `#v=1&session=…&at=…&view=…`. Unknown parts and other versions are ignored. */
export function parseViewLocation(hash: string): ViewLocation {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const known = (parts.get("v") ?? "1") === "1";
  const part = (name: string): string => {
    const value = known ? (parts.get(name) ?? "") : "";
    return value.length > MAX_LENGTH ? "" : value;
  };
  const state = Object.fromEntries(viewStateNames.flatMap((name) => (part(name) === "" ? [] : [[name, part(name)]])));
  return { session: part("session"), at: part("at"), state };
}

/** Returns a URL with another view. `base` contains the source of the session. */
export function formatViewUrl(base: string, { session, at, state }: ViewLocation): string {
  const [page = ""] = base.split("#", 1);
  const all: Readonly<Record<string, string | undefined>> = { src: sourceIn(base), session, at, ...state };
  const params = ["src", "session", "at", ...viewStateNames].flatMap((name) => (all[name] ? [[name, all[name]]] : []));
  return params.length === 0 ? page : `${page}#${new URLSearchParams([["v", "1"], ...params]).toString()}`;
}

/** Returns the source of the session in a URL, or "" for files. */
export function sourceIn(url: string): string {
  return new URLSearchParams(url.split("#", 2)[1]).get("src") ?? "";
}

/**
 * Returns the session of a view: the one with its ID or, if that is not among the sessions, the first one that
 * contains its record. `sessions` begins with the session on the screen, `hasRecord` reports whether a session contains
 * a record. Returns undefined if there is no such session, and for the list of sessions.
 */
export async function findSession(
  { session, at }: Pick<ViewLocation, "session" | "at">,
  sessions: readonly Pick<SessionInfo, "id" | "index">[],
  hasRecord: (session: number, at: string) => Promise<boolean>,
): Promise<number | undefined> {
  const byId = sessions.find(({ id }) => id === session);
  if (byId !== undefined || at === "") return byId?.index;
  for (const { index } of sessions) if (await hasRecord(index, at)) return index;
  return undefined;
}

/**
 * Returns the address of a record, or of the line that folds it away, from the key of its row, without the parts that
 * depend on how files were given; "" if it has none.
 */
export function recordAddress(key: string): string {
  const block = blockIn(key);
  return /^[0-9A-Za-z_-]{1,100}(#\d{1,6})?$/.test(block) ? foldPrefix(key) + block : "";
}
