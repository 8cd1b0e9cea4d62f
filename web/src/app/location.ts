/** What the page's address asks for. */
export interface Wish {
  /** Address of a transcript or a list, on this host. */
  readonly src: string;
}

/**
 * Reads `#v=1&src=…`. Parts that are not known are ignored, and so is an
 * address that leads to another host: this page fetches from its own only.
 */
export function readLocation(hash: string, base: string): Wish | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (parts.get("v") !== "1") return undefined;
  const src = parts.get("src");
  if (src === null || src === "") return undefined;
  let url: URL;
  try {
    url = new URL(src, base);
  } catch {
    return undefined;
  }
  return url.origin === new URL(base).origin && url.username === "" && url.password === "" ? { src: url.href } : undefined;
}
