import { checkUrl, isPrivate } from "../../session/sources/check-url";
import { isSessionLink } from "../../session/sources/sources";
import { type Settings, isUuid, readSettings } from "./settings";

/** The request in the fragment of this page's address. */
type FrameRequest =
  // With src "", the parent page provides the files.
  | { readonly kind: "show"; readonly src: string; readonly settings: Settings; readonly title: string }
  | { readonly kind: "version"; readonly asked: string }; // "" if there is none

/** Parses `#v=1&src=…&theme=…`. Unknown parts are ignored. */
export function readFragment(hash: string): FrameRequest {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const version = parts.get("v") ?? "";
  if (version !== "1" && [...parts].length > 0) return { kind: "version", asked: version };
  if (!isUuid(parts.get("at") ?? "")) parts.delete("at");
  const settings = readSettings((name) => parts.get(name));
  return {
    kind: "show",
    src: parts.get("src") ?? "",
    settings: typeof settings === "string" ? {} : settings,
    title: parts.get("title") ?? "",
  };
}

const MAX = 100; // addresses in one src
const MAX_LENGTH = 8_000; // characters of src

/** The page's address and origin. A sandboxed page has an opaque origin, but its location has the real one. */
type FramePage = Pick<Location, "href" | "hostname" | "origin">;

/**
 * Returns the transcripts that `src` names, separated by spaces: on the page's own host, or anywhere with https. It can
 * also contain a session itself. Returns undefined if it names anything else.
 */
export function urlsIn(src: string, page: FramePage): readonly URL[] | undefined {
  if (isSessionLink(src)) return URL.canParse(src) ? [new URL(src)] : undefined;
  const entries = src.length > MAX_LENGTH ? [] : src.split(/\s+/).filter((one) => one !== "");
  if (entries.length === 0 || entries.length > MAX) return undefined;
  const found = entries.map((one) => resolveUrl(one, page));
  return found.every((url) => url !== undefined) ? found : undefined;
}

function resolveUrl(href: string, page: FramePage): URL | undefined {
  if (!URL.canParse(href, page.href)) return undefined;
  const url = new URL(href, page.href);
  if (isSameHost(url, page)) return url.username === "" && url.password === "" ? url : undefined;
  const checked = checkUrl(url.href, page);
  return checked.kind === "fine" ? checked.url : undefined;
}

/** Reports whether the page may open a URL that only the author of a link has chosen. */
export function needsNoConsent(url: URL, page: FramePage): boolean {
  return isSessionLink(url.href) || isSameHost(url, page);
}

/** What a page knows about the pages around it. Firefox has no `ancestorOrigins`. */
interface FrameSurroundings {
  readonly hostname: string;
  readonly ancestorOrigins?: ArrayLike<string>;
}

/**
 * Reports whether a frame may read from its own host only: it is in a private network, and a page around it is not, or
 * does not say. Browsers let it reach hosts of that network which the page around cannot reach.
 */
export function isConfined({ hostname, ancestorOrigins }: FrameSurroundings, referrer: string): boolean {
  if (!isPrivate(hostname)) return false;
  const around = Array.from(ancestorOrigins ?? [referrer]);
  return !around.every((origin) => URL.canParse(origin) && isPrivate(new URL(origin).hostname));
}

/** Reports whether a URL is on the page's own host. */
export function isSameHost(url: URL, page: FramePage): boolean {
  return /^https?:$/.test(url.protocol) && url.origin === page.origin;
}
