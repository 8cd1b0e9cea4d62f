/** What the page's address asks for. */
export type Wish =
  | { readonly kind: "open"; readonly src: string } // address of a transcript or a list, on this host
  | { readonly kind: "refuse"; readonly src: string }; // on another one: this page fetches from its own only

/** Reads `#v=1&src=…`. Parts that are not known are ignored. */
export function readLocation(hash: string, base: string): Wish | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (parts.get("v") !== "1") return undefined;
  const src = parts.get("src");
  if (src === null || src === "") return undefined;
  let url: URL;
  try {
    url = new URL(src, base);
  } catch {
    return { kind: "refuse", src };
  }
  const own = url.origin === new URL(base).origin && url.username === "" && url.password === "";
  return own ? { kind: "open", src: url.href } : { kind: "refuse", src };
}
