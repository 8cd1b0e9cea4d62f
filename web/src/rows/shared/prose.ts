import { type TemplateResult, css, html } from "lit";
import type { RowContext } from "../context";
import { marked } from "../../content/visible-text";

const AT_FIRST = 20_000; // characters: a screen or two until it is formatted

/**
 * Renders Markdown. Until it is ready, and where it cannot be, the text is shown as it was written. `adapt` changes the
 * node once, when it is made.
 */
export function prose(
  key: string,
  text: string,
  context: RowContext,
  adapt?: (made: HTMLElement) => void,
): TemplateResult {
  // The length is part of the key: a text grows while a file is being read, and only then.
  const made = context.conversation.rowCache.node(`${key}\n${text.length}`, async () => {
    const node = await context.markdown(text);
    adapt?.(node);
    return node;
  });
  if (made.state === "here") return html`${made.value}`;
  const written = marked(made.state === "failed" ? text : text.slice(0, AT_FIRST));
  return html`<div class="prose plain" dir="auto">${written}</div>`; // white space counts here
}

export const proseStyles = css`
  .prose {
    overflow-wrap: anywhere;
  }
  .prose.plain {
    white-space: pre-wrap;
  }
`;
