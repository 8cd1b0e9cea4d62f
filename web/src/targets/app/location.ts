import { strings } from "./strings";
import { strings as sourceStrings } from "../../session/sources/strings";

/** What the page's address asks for. */
export type Destination =
  | { readonly kind: "open"; readonly src: string } // address of a transcript or a list, on this host
  | { readonly kind: "elsewhere"; readonly src: string } // on another one, which not every page asks
  | { readonly kind: "at" } // a place in whatever session is opened: viewer/layout/url-sync.ts goes there
  | { readonly kind: "refuse"; readonly src: string; readonly why: string };

/** Reads `#v=1&src=…`. What else it says is read by session/view-address.ts. */
export function readLocation(hash: string, base: string): Destination | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const src = parts.get("src") ?? "";
  const version = parts.get("v") ?? "1";
  if (parts.size === 0) return undefined;
  if (version !== "1") return { kind: "refuse", src, why: strings.otherVersion(version.slice(0, 20)) };
  if (src === "") return { kind: "at" };
  const url = URL.canParse(src, base) ? new URL(src, base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { kind: "refuse", src, why: sourceStrings.noAddress };
  const own = url.origin === new URL(base).origin && url.username === "" && url.password === "";
  return { kind: own ? "open" : "elsewhere", src: url.href };
}

/** The part of a page's address that has it open another one. */
export function hashFor(src: string): string {
  return `#${new URLSearchParams({ v: "1", src }).toString()}`;
}

/** The address of a record, in a session that came from an address or, with "", from files. */
export function linkTo(uuid: string, src: string, page: string): string {
  const parts = new URLSearchParams({ v: "1", ...(src === "" ? {} : { src }), at: uuid });
  const [bare = ""] = page.split("#", 1);
  return `${bare}#${parts.toString()}`;
}
