import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "unspool:pane-words";
import { ASKED, CALLING, COMPACTION, FAILED, FAILURE, INTERRUPT, PROMPT, STARTER, type Spans, THINKING, TOOL, WAITING } from "./spans";

/** What colours and forms stand for, as far as they occur. */
export function legend(spans: Spans): TemplateResult {
  const say = paneWords.timeline.legend;
  const there = new Set<keyof typeof say>();
  for (let i = 0; i < spans.total; i++) {
    const kind = spans.kind[i] ?? 0;
    const flags = spans.flags[i] ?? 0;
    if (kind === PROMPT) there.add("prompt");
    else if (kind === THINKING) there.add("thinking");
    else if (kind > THINKING && kind <= CALLING) there.add("reply");
    else if (kind === TOOL) there.add((flags & STARTER) !== 0 ? "starter" : "tool");
    else if (kind === WAITING || kind === ASKED) there.add("asked");
    else if (kind === COMPACTION) there.add("compaction");
    else if (kind === INTERRUPT) there.add("interrupt");
    if ((flags & FAILED) !== 0 || kind === FAILURE) there.add("failed");
  }
  const order = ["prompt", "thinking", "reply", "tool", "starter", "asked", "failed", "compaction", "interrupt"] as const;
  return html`<ul class="legend">
    ${order.map((name) => (there.has(name) ? html`<li><i class="swatch ${name}"></i>${say[name]}</li>` : nothing))}
  </ul>`;
}
