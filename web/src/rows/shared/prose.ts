import { type TemplateResult, css, html } from "lit";
import type { RowContext } from "../context";
import { markInvisible } from "../../content/visible-text";

const AT_FIRST = 20_000; // characters: a screen or two until it is formatted

/**
 * Renders Markdown; the plain text until it is ready, and if it cannot be formatted. `adapt` changes the node once,
 * when it is made.
 */
export function prose(
  key: string,
  text: string,
  context: RowContext,
  adapt?: (made: HTMLElement) => void,
): TemplateResult {
  // The length is part of the key: a text changes only by growing while its file is read.
  const made = context.conversation.rowCache.node(`${key}\n${text.length}`, async () => {
    const node = await context.markdown(text);
    adapt?.(node);
    return node;
  });
  if (made.state === "loaded") return html`${made.value}`;
  const written = markInvisible(made.state === "failed" ? text : text.slice(0, AT_FIRST));
  return html`<div class="prose plain" dir="auto">${written}</div>`; // white space is significant here
}

export const proseStyles = css`
  .prose {
    overflow-wrap: anywhere;
  }
  .prose.plain {
    white-space: pre-wrap;
  }
`;
