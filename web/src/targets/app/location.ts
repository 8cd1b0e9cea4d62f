import { isSessionLink } from "../../session/sources/sources";
import { formatViewUrl, sourceIn } from "../../session/view-location";
import { strings } from "./strings";
import { strings as sourceStrings } from "../../session/sources/strings";

/** The target of the page's address. */
type Destination =
  | { readonly kind: "open"; readonly src: string } // address of a transcript or a list on this host, or a session
  | { readonly kind: "elsewhere"; readonly src: string } // on another host, which not every page may request
  | { readonly kind: "at" } // a position in whatever session is opened: handled by viewer/layout/url-sync.ts
  | { readonly kind: "refuse"; readonly src: string; readonly why: string };

/**
 * Parses `#v=1&src=…`. The other parts are parsed by session/view-location.ts. A page that cannot fetch anything opens
 * only addresses that contain the session.
 */
export function readLocation(hash: string, base: string, canFetch = true): Destination | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const src = parts.get("src") ?? "";
  const version = parts.get("v") ?? "1";
  if (parts.size === 0) return undefined;
  if (version !== "1") return { kind: "refuse", src, why: strings.otherVersion(version.slice(0, 20)) };
  if (src === "") return { kind: "at" };
  if (isSessionLink(src)) return { kind: "open", src };
  if (!canFetch) return { kind: "refuse", src, why: strings.oneFile };
  const url = URL.canParse(src, base) ? new URL(src, base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { kind: "refuse", src, why: sourceStrings.noAddress };
  const own = url.origin === new URL(base).origin && url.username === "" && url.password === "";
  return { kind: own ? "open" : "elsewhere", src: url.href };
}

/** Returns the fragment that makes the page open a source. */
export function hashFor(src: string): string {
  return `#${new URLSearchParams({ v: "1", src }).toString()}`;
}

/** Returns the fragment that makes the page open an address from the user, which may be a link to a page like this. */
export function hashForAddress(url: string): string {
  const src = sourceIn(url);
  return hashFor(isSessionLink(src) ? src : url);
}

/** Returns the address of a record in the session with an ID, from `src` or, if that is "", from files. */
export function linkTo(at: string, session: string, src: string, page: string): string {
  const [bare = ""] = page.split("#", 1);
  return formatViewUrl(src === "" ? bare : bare + hashFor(src), { session, at, state: {} });
}
