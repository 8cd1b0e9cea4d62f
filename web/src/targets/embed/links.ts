/**
 * Gives the address that a link of a transcript leads to in the page; undefined, and what it throws, make it plain
 * text.
 */
export type LinkFor = (url: string) => string | undefined;

/** Leads the links of a transcript to where the page wants them, as they come into its tree. */
export class Links {
  readonly #root: ParentNode & Node;
  readonly #linkFor: () => LinkFor | undefined;
  readonly #recorded = new WeakMap<HTMLAnchorElement, string>(); // where they led first
  readonly #arrivals = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) this.#lead(node);
  });

  constructor(root: ParentNode & Node, linkFor: () => LinkFor | undefined) {
    this.#root = root;
    this.#linkFor = linkFor;
  }

  /** Another function decides now. */
  changed(): void {
    this.#arrivals.disconnect();
    if (this.#linkFor() !== undefined) this.#arrivals.observe(this.#root, { childList: true, subtree: true });
    this.#lead(this.#root);
  }

  #lead(root: ParentNode): void {
    if (root instanceof HTMLAnchorElement) this.#set(root);
    for (const link of root.querySelectorAll("a")) this.#set(link);
  }

  #set(link: HTMLAnchorElement): void {
    if (!link.relList.contains("ugc")) return; // none of the transcript's
    const recorded = this.#recorded.get(link) ?? link.href;
    this.#recorded.set(link, recorded);
    const linkFor = this.#linkFor();
    const to = linkFor === undefined ? recorded : address(linkFor, recorded);
    if (to === undefined) {
      link.removeAttribute("href");
      link.removeAttribute("title");
    } else {
      link.href = link.title = to;
    }
  }
}

/** What the page gives may be relative to it, and leads nowhere but to pages and to mail. */
function address(linkFor: LinkFor, recorded: string): string | undefined {
  try {
    const given = linkFor(recorded);
    if (given === undefined) return undefined;
    const target = new URL(given, document.baseURI);
    return /^(?:https?|mailto):$/.test(target.protocol) ? target.href : undefined;
  } catch {
    return undefined; // where the page fails to say, it leads nowhere
  }
}
