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

/**
 * `text` is the text of the link. Unless it is the host or the whole address, the host must be shown: a text can
 * imitate another address in more ways than a check can know.
 */
export function checkLink(url: string, text: string): LinkTarget {
  if (url.length > maxLength || !form.test(url) || forbidden.test(url) || hasHidden(url)) return none;
  if (!URL.canParse(url)) return none;
  const parsed = new URL(url);
  if (parsed.protocol === "mailto:") {
    return { kind: "link", href: parsed.href, host: "", showHost: !names(text, parsed.pathname, parsed) };
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return none;
  const authority = url.slice(url.indexOf("//") + 2).split(/[/?#]/, 1)[0] ?? "";
  if (parsed.hostname === "" || authority.includes("@") || parsed.username !== "" || parsed.password !== "")
    return none;
  return { kind: "link", href: parsed.href, host: parsed.host, showHost: !names(text, parsed.host, parsed) };
}

/** Returns the host of an address for display, "" if it has none. This does not mean that it is safe. */
export function hostOf(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : "";
}

/** Reports whether a text is nothing but the name or the address of a target. The address is plain ASCII. */
function names(text: string, name: string, { href }: URL): boolean {
  const plain = text.slice(0, maxLength).normalize("NFKC").trim();
  return plain.toLowerCase() === name.toLowerCase() || plain === href || `${plain}/` === href;
}
