import { type TemplateResult, css, html } from "lit";
import type { RowContext } from "../context";
import { marked } from "../../content/visible-text";

const AT_FIRST = 20_000; // characters: a screen or two until it is formatted

/** Markdown. Until it is ready, and where it cannot be, the words as they were written. */
export function prose(key: string, text: string, context: RowContext): TemplateResult {
  // The length is part of the key: a text grows while a file is being read, and only then.
  const made = context.conversation.rowCache.node(`${key}\n${text.length}`, () => context.markdown(text));
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
