import { checkAddress } from "../../session/sources/address";
import { type Settings, readSettings } from "./settings";

/** What the fragment of this page's address asks for. */
export type FrameRequest =
  // src "": what the page around hands over.
  | { readonly kind: "show"; readonly src: string; readonly settings: Settings; readonly title: string }
  | { readonly kind: "version"; readonly asked: string }; // "" where there is none

/** Reads `#v=1&src=…&theme=…`. Parts that are not known are ignored. */
export function readFragment(hash: string): FrameRequest {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const version = parts.get("v") ?? "";
  if (version !== "1" && [...parts].length > 0) return { kind: "version", asked: version };
  const settings = readSettings((name) => parts.get(name));
  return {
    kind: "show",
    src: parts.get("src") ?? "",
    settings: typeof settings === "string" ? {} : settings,
    title: parts.get("title") ?? "",
  };
}

const MAX = 100; // addresses in one src
const MAX_LENGTH = 8_000; // characters of it

/**
 * Of the page: its address, and the host it came from. A sandboxed page has no origin of its own, but its location has.
 */
export type FramePage = Pick<Location, "href" | "hostname" | "origin">;

/**
 * The transcripts that `src` names, apart from each other by spaces: on the page's
 * own host, or anywhere by https. Undefined if it names anything else.
 */
export function addresses(src: string, page: FramePage): readonly URL[] | undefined {
  const entries = src.length > MAX_LENGTH ? [] : src.split(/\s+/).filter((one) => one !== "");
  if (entries.length === 0 || entries.length > MAX) return undefined;
  const found = entries.map((one) => addressOf(one, page));
  return found.every((url) => url !== undefined) ? found : undefined;
}

function addressOf(address: string, page: FramePage): URL | undefined {
  if (!URL.canParse(address, page.href)) return undefined;
  const url = new URL(address, page.href);
  if (isSameHost(url, page)) return url.username === "" && url.password === "" ? url : undefined;
  const checked = checkAddress(url.href, page);
  return checked.kind === "fine" ? checked.url : undefined;
}

/** Whether it is on the page's own host. */
export function isSameHost(url: URL, page: FramePage): boolean {
  return /^https?:$/.test(url.protocol) && url.origin === page.origin;
}
