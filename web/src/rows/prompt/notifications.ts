import { type TemplateResult, css, html, nothing } from "lit";
import { workState } from "../agent-text";
import { strings as rowStrings } from "../strings";
import type { PromptRow, Sender } from "../../parser/model";
import type { RowContext } from "../context";
import { line } from "../shared/line";
import { markInvisible } from "../../content/visible-text";

/** Background work that ended or reported something: one line each, which opens to its result. */
export function notifications(row: PromptRow, list: readonly Sender[], context: RowContext): TemplateResult {
  return html`<div class="notifications">${list.map((sender) => one(row, sender, context))}</div>`;
}

function one(row: PromptRow, { event: status, text, summary }: Sender, context: RowContext): TemplateResult {
  const failed = status !== "" && status !== "completed" && status !== "running";
  const state = workState(status);
  return html`${line({
    icon: failed ? "alert" : status === "completed" ? "done" : "bell",
    tone: failed ? "bad" : "usual",
    open: context.conversation.isOpen(row),
    toggle: () => context.toggle(row),
    content: html`<span dir="auto">${markInvisible(text || rowStrings.flavor.notification)}</span>${
        summary === "" ? nothing : html` <span class="source" dir="auto">${markInvisible(sourceOf(summary))}</span>`
      }`,
    // Most messages contain their outcome.
    end:
      state === "" || text.toLowerCase().includes(state) || (state === "completed" && /finish|done/i.test(text))
        ? undefined
        : html`<span class=${failed ? "bad" : nothing}>${markInvisible(state)}</span>`,
  })}`;
}

/** What a monitor watches; that it is a monitor is said above. */
function sourceOf(summary: string): string {
  return summary.replace(/^Monitor event: /, "");
}

export const notificationStyles = css`
  .notifications .content {
    overflow-wrap: anywhere;
  }
  .notifications .source {
    color: var(--u-ink-3);
  }
  .notifications .bad {
    color: var(--u-bad);
  }
`;
