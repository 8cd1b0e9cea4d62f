import { foldIn } from "./fold-key";
import { blockIn } from "../parser/row-key";
import { type ViewState, lookNames } from "./view-state";

/** What a page's address says of what is looked at; where a session comes from is told in targets/app/location.ts. */
export interface ViewAddress {
  /** Id of the session; "" where it is the only one, or the list of them. */
  readonly session: string;
  /** Address of the record that is read: its uuid, and the number of a block. "" for the beginning. */
  readonly at: string;
  readonly look: ViewState;
}

const MAX_LENGTH = 20_000; // characters of one part

/** Reads `#v=1&session=…&at=…&view=…`. What is not known, or of another version, is ignored. */
export function readPlace(hash: string): ViewAddress {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const known = (parts.get("v") ?? "1") === "1";
  const part = (name: string): string => {
    const value = known ? (parts.get(name) ?? "") : "";
    return value.length > MAX_LENGTH ? "" : value;
  };
  const look = Object.fromEntries(lookNames.flatMap((name) => (part(name) === "" ? [] : [[name, part(name)]])));
  return { session: part("session"), at: part("at"), look };
}

/** An address with another place in it. `base` says where the session comes from. */
export function writePlace(base: string, { session, at, look }: ViewAddress): string {
  const [page = ""] = base.split("#", 1);
  const all: Readonly<Record<string, string | undefined>> = { src: sourceIn(base), session, at, ...look };
  const params = ["src", "session", "at", ...lookNames].flatMap((name) => (all[name] ? [[name, all[name]]] : []));
  return params.length === 0 ? page : `${page}#${new URLSearchParams([["v", "1"], ...params]).toString()}`;
}

/** Where the session of an address comes from; "" for files. */
export function sourceIn(address: string): string {
  return new URLSearchParams(address.split("#", 2)[1]).get("src") ?? "";
}

/**
 * The address of a record, or of the line that folds it away, by the key of its row, without what depends on how files
 * were given; "" where it has none.
 */
export function recordIn(key: string): string {
  const block = blockIn(key);
  return /^[0-9A-Za-z_-]{1,100}(#\d{1,6})?$/.test(block) ? foldIn(key) + block : "";
}
