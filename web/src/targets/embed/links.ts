/** Returns the page's address for a link of a transcript. Undefined or an exception makes it plain text. */
export type LinkFor = (url: string) => string | undefined;

/** Replaces the addresses of a transcript's links with those that the page returns, as they are rendered. */
export class Links {
  readonly #root: ParentNode & Node;
  readonly #linkFor: () => LinkFor | undefined;
  readonly #recorded = new WeakMap<HTMLAnchorElement, string>(); // their original addresses
  readonly #arrivals = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element) this.#rewriteLinks(node);
  });

  constructor(root: ParentNode & Node, linkFor: () => LinkFor | undefined) {
    this.#root = root;
    this.#linkFor = linkFor;
  }

  /** Call this when `linkFor` changed. */
  changed(): void {
    this.#arrivals.disconnect();
    if (this.#linkFor() !== undefined) this.#arrivals.observe(this.#root, { childList: true, subtree: true });
    this.#rewriteLinks(this.#root);
  }

  #rewriteLinks(root: ParentNode): void {
    if (root instanceof HTMLAnchorElement) this.#rewrite(root);
    for (const link of root.querySelectorAll("a")) this.#rewrite(link);
  }

  #rewrite(link: HTMLAnchorElement): void {
    if (!link.relList.contains("ugc")) return; // not from the transcript
    const recorded = this.#recorded.get(link) ?? link.href;
    this.#recorded.set(link, recorded);
    const linkFor = this.#linkFor();
    const to = linkFor === undefined ? recorded : linkTarget(linkFor, recorded);
    if (to === undefined) {
      link.removeAttribute("href");
      link.removeAttribute("title");
    } else {
      link.href = link.title = to;
    }
  }
}

/** Returns the page's address for a link, which may be relative, and only be http, https or mailto. */
function linkTarget(linkFor: LinkFor, recorded: string): string | undefined {
  try {
    const href = linkFor(recorded);
    if (href === undefined) return undefined;
    const target = new URL(href, document.baseURI);
    return /^(?:https?|mailto):$/.test(target.protocol) ? target.href : undefined;
  } catch {
    return undefined; // if the page's function throws, the link becomes plain text
  }
}
