// Decides which addresses may become links.
import { hasHidden } from "./invisible-characters";

type LinkTarget =
  | { readonly kind: "link"; readonly href: string; readonly host: string; readonly showHost: boolean }
  | { readonly kind: "none" };

const none: LinkTarget = { kind: "none" };
const maxLength = 8192;
const form = /^(?:https?:\/\/|mailto:)[^/]/i;
// URL parsers drop spaces and control characters and convert backslashes, so the visible address is not the opened one.
const forbidden = /[\s\u0000-\u0020\u007f-\u00a0\\]/u;

/** `text` is the text of the link: if it looks like another address, the real host must be shown. */
export function checkLink(url: string, text: string): LinkTarget {
  if (url.length > maxLength || !form.test(url) || forbidden.test(url) || hasHidden(url)) return none;
  if (!URL.canParse(url)) return none;
  const parsed = new URL(url);
  if (parsed.protocol === "mailto:") {
    return { kind: "link", href: parsed.href, host: "", showHost: text.includes("://") };
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return none;
  const authority = url.slice(url.indexOf("//") + 2).split(/[/?#]/, 1)[0] ?? "";
  if (parsed.hostname === "" || authority.includes("@") || parsed.username !== "" || parsed.password !== "")
    return none;
  return { kind: "link", href: parsed.href, host: parsed.host, showHost: misleads(text, parsed) };
}

/** Returns the host of an address for display, "" if it has none. This does not mean that it is safe. */
export function hostOf(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : "";
}

/** Endings that people recognize as those of addresses; "time.Date" and "README.md" name other things. */
const knownEndings = new Set(
  (
    "com org net io dev app ai gov edu mil int info biz co me tv us uk eu de fr ch at nl be it es pt pl se no dk " +
    "fi cz ru ua cn jp kr in br mx au nz ca za gg xyz site online shop store cloud tech page link live pro wiki blog"
  ).split(" "),
);
const looksLikeHost = /^[\p{L}\p{N}\p{M}_.-]+\.[\p{L}\p{M}]{2,}(?::\d+)?$/u;
const readText = 400; // a host further to the right does not mislead a reader

function misleads(text: string, target: URL): boolean {
  if (/(?:^|\.)xn--/.test(target.hostname)) return true;
  for (const word of text.slice(0, readText).split(/\s+/)) {
    const stripped = word.replace(/^[^\p{L}\p{N}]+/u, "");
    const host = stripped
      .replace(/^[a-z][a-z0-9+.-]*:(?!\d)\/*/i, "")
      .replace(/^[^/?#@]*@/, "")
      .split(/[/?#]/, 1)[0];
    if (host === undefined || !looksLikeHost.test(host.replace(/[^\p{L}\p{N}]+$/u, ""))) continue;
    if (!readsAsUrl(stripped, host.replace(/[^\p{L}\p{N}]+$/u, ""))) continue;
    const candidate = `http://${host.replace(/[^\p{L}\p{N}]+$/u, "")}`;
    if (!URL.canParse(candidate) || bare(new URL(candidate).hostname) !== bare(target.hostname)) return true;
  }
  return false;
}

/**
 * Looks for a scheme, an account, a path or a port; otherwise for a known ending. Letters of other scripts can look
 * like Latin ones.
 */
function readsAsUrl(text: string, host: string): boolean {
  if (/^www\.|[/@]|:\d/i.test(text)) return true;
  const ending = host.slice(host.lastIndexOf(".") + 1);
  return knownEndings.has(ending.toLowerCase()) || /[^\u0000-\u007f]/.test(ending);
}

function bare(hostname: string): string {
  return hostname.replace(/^www\./, "");
}
