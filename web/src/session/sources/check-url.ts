// Checks URLs from links: whoever wrote the link chose the URL, and the user's browser requests it.

/** Why a URL is rejected. */
type Objection = "none" | "scheme" | "login" | "private";

type Checked = { readonly kind: "fine"; readonly url: URL } | { readonly kind: "refused"; readonly why: Objection };

const MAX_LENGTH = 8192;

/**
 * Checks whether a page may request a URL from a link: https, no user name or password, and no host of a private
 * network, unless the page is in that network, too. A public name can still resolve to a private IP address; browsers
 * ask the user then.
 */
export function checkUrl(href: string, page: Pick<URL, "hostname">): Checked {
  const refused = (why: Objection): Checked => ({ kind: "refused", why });
  if (href.length > MAX_LENGTH || !URL.canParse(href)) return refused("none");
  const url = new URL(href);
  const { protocol, hostname, username, password } = url;
  if (protocol !== "https:" && !(protocol === "http:" && isLocal(hostname) && isLocal(page.hostname)))
    return refused("scheme");
  if (username !== "" || password !== "") return refused("login");
  if (isPrivate(hostname) && !isPrivate(page.hostname)) return refused("private");
  return { kind: "fine", url };
}

/** Reports whether a host is the user's own machine. URLs hold IPv4 addresses in one form, and IPv6 in brackets. */
export function isLocal(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost") || /^127(?:\.\d+){3}$/.test(name) || name === "[::1]";
}

/** Top-level names that no public host has, some by convention only. */
const privateEndings =
  /(?:^|\.)(?:local|localdomain|internal|intranet|intra|lan|home|corp|private|svc|home\.arpa|test|onion|alt|fritz\.box)$/;

/** Reports whether a host is in a private network, judging by its name. */
export function isPrivate(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (isLocal(name)) return true;
  if (name.startsWith("[")) return isPrivate6(name.slice(1, -1));
  const [a = -1, b = -1, c = -1] = /^\d+(?:\.\d+){3}$/.test(name) ? name.split(".").map(Number) : [];
  if (a >= 0) {
    return (
      a === 0 ||
      a === 10 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) ||
      (a === 198 && (b === 18 || b === 19))
    );
  }
  return !name.includes(".") || privateEndings.test(name);
}

/**
 * Reports whether an IPv6 address is private: anything outside 2000::/3, which is allocated for public use, or inside
 * it with an embedded IPv4 address (6to4, Teredo).
 */
function isPrivate6(ip: string): boolean {
  return !/^[23][0-9a-f]{3}:/.test(ip) || /^2002:|^2001:(?:0:|:)/.test(ip);
}

/** Returns the URL of the file that a well-known page shows, or undefined for other pages. */
export function fileUrl(url: URL): URL | undefined {
  const [, ...path] = url.pathname.split("/");
  switch (url.hostname) {
    case "github.com": {
      const [owner, repository, kind, ...tail] = path;
      if ((kind !== "blob" && kind !== "raw") || tail.length < 2) return undefined;
      return new URL(`https://raw.githubusercontent.com/${[owner, repository, ...tail].join("/")}`);
    }
    case "gist.github.com": {
      const [owner, id, ...tail] = path;
      if (owner === undefined || !/^[0-9a-f]{20,}$/.test(id ?? "")) return undefined;
      return new URL(
        `https://gist.githubusercontent.com/${[owner, id, ...(tail[0] === "raw" ? tail : ["raw"])].join("/")}`,
      );
    }
    case "huggingface.co": {
      const at = path[0] === "datasets" || path[0] === "spaces" ? 3 : 2;
      if (path[at] !== "blob" || path.length < at + 3) return undefined;
      return new URL(`https://huggingface.co/${path.with(at, "resolve").join("/")}`);
    }
    default:
      return undefined;
  }
}
