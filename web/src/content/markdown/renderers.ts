import { settled } from "../../base/report-error";
// Formulas and diagrams are shown as source; an embedding page can render them.

/**
 * The renderers of an embedding page: the property `renderers` of `<unspool-session>`, which is set before a session is
 * loaded. Sources come from transcripts and are untrusted, so never insert them as HTML unchecked. The source stays
 * visible if a renderer throws, rejects, takes longer than 10 s or returns no Node.
 *
 *     viewer.renderers = { math: (tex, display) => katexNode(tex, display), mermaid: async (source) => … };
 */
export interface Renderers {
  /** TeX without its delimiters; `display` is true for a formula of its own, outside a line of text. */
  readonly math?: (source: string, display: boolean) => Node | Promise<Node>;
  readonly mermaid?: (source: string) => Node | Promise<Node>;
}

const TIMEOUT = 10_000; // ms

/** Inserts the result of a renderer once, if it arrives in time; otherwise nothing changes. */
export function render(make: () => Node | Promise<Node>, take: (node: Node) => void): void {
  let late = false;
  const timer = setTimeout(() => (late = true), TIMEOUT);
  void settled(new Promise<unknown>((resolve) => resolve(make()))).then((node) => {
    clearTimeout(timer);
    if (!late && node instanceof Node) take(node);
  });
}
