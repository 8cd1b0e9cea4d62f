import { settled } from "../../base/report-error";
// Formulas and diagrams are shown as their source; a page around the viewer can draw them.

/**
 * What an embedding page draws: the property `renderers` of `<unspool-session>`,
 * set before a session is loaded. Sources come from transcripts, so they are
 * hostile: never make HTML of them unchecked. The source stays where a renderer
 * throws, rejects, takes longer than 10 s or gives no Node.
 *
 *     viewer.renderers = { math: (tex, display) => katexNode(tex, display), mermaid: async (source) => … };
 */
export interface Renderers {
  /** TeX without its fences; `display` says that it is no part of a line. */
  readonly math?: (source: string, display: boolean) => Node | Promise<Node>;
  readonly mermaid?: (source: string) => Node | Promise<Node>;
}

const TIMEOUT = 10_000; // ms

/** Takes what a renderer makes, once and in time; nothing happens else. */
export function render(make: () => Node | Promise<Node>, take: (node: Node) => void): void {
  let late = false;
  const timer = setTimeout(() => (late = true), TIMEOUT);
  void settled(new Promise<unknown>((resolve) => resolve(make()))).then((node) => {
    clearTimeout(timer);
    if (!late && node instanceof Node) take(node);
  });
}
