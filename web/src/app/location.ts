/** What the page's address asks for. */
export type Wish =
  | { readonly kind: "open"; readonly src: string; readonly at: string } // address of a transcript or a list, on this host
  | { readonly kind: "at"; readonly at: string } // a record of whatever session is opened
  | { readonly kind: "refuse"; readonly src: string }; // on another one: this page fetches from its own only

/** Reads `#v=1&src=…&at=…`. Parts that are not known are ignored. */
export function readLocation(hash: string, base: string): Wish | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (parts.get("v") !== "1") return undefined;
  const src = parts.get("src") ?? "";
  const at = parts.get("at") ?? "";
  if (src === "") return at === "" ? undefined : { kind: "at", at };
  let url: URL;
  try {
    url = new URL(src, base);
  } catch {
    return { kind: "refuse", src };
  }
  const own = url.origin === new URL(base).origin && url.username === "" && url.password === "";
  return own ? { kind: "open", src: url.href, at } : { kind: "refuse", src };
}

/** The address of a record, in a session that came from an address or, with "", from files. */
export function linkTo(uuid: string, src: string, page: string): string {
  const parts = new URLSearchParams({ v: "1", ...(src === "" ? {} : { src }), at: uuid });
  return `${page.split("#", 1)[0]}#${parts.toString()}`;
}
