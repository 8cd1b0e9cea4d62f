import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "unspool:pane-words";
import { ASKED, CALLING, COMPACTION, FAILED, FAILURE, INTERRUPT, PROMPT, STARTER, type Spans, THINKING, TOOL, WAITING } from "./spans";

type Form = keyof typeof paneWords.timeline.legend;

/** The forms that occur. */
export function formsIn(spans: Spans): ReadonlySet<Form> {
  const there = new Set<Form>();
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
  return there;
}

const order = ["prompt", "thinking", "reply", "tool", "starter", "asked", "failed", "compaction", "interrupt"] as const;

/** What colours and forms stand for. */
export function legend(there: ReadonlySet<Form>): TemplateResult {
  return html`<ul class="legend">
    ${order.map((name) => (there.has(name) ? html`<li><i class="swatch ${name}"></i>${paneWords.timeline.legend[name]}</li>` : nothing))}
  </ul>`;
}
