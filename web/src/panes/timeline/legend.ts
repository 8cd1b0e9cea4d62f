import { type TemplateResult, html, nothing } from "lit";
import { strings } from "./strings";
import { placeOnToggle } from "../../ui/popover";
import {
  ASKED,
  CALLING,
  COMPACTION,
  FAILED,
  FAILURE,
  INTERRUPT,
  PROMPT,
  STARTER,
  type Spans,
  THINKING,
  TOOL,
  WAITING,
} from "../../session/timeline/spans";

type LegendForm = keyof typeof strings.legend;

/** Returns the symbols that occur. */
export function formsIn(spans: Spans): ReadonlySet<LegendForm> {
  const there = new Set<LegendForm>();
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

/** Renders the meaning of the colors and symbols on one line. */
export function legendLine(there: ReadonlySet<LegendForm>): TemplateResult {
  return html`<ul class="legend inline" aria-label=${strings.key}>
    ${items(there)}
  </ul>`;
}

function items(there: ReadonlySet<LegendForm>): readonly unknown[] {
  return order.map((form) =>
    there.has(form) ? html`<li><i class="swatch ${form}"></i>${strings.legend[form]}</li>` : nothing,
  );
}

/** Renders a button whose popover explains the colors, symbols and other notes. */
export function key(there: ReadonlySet<LegendForm>, notes: readonly string[], fills: boolean): TemplateResult {
  const name = notes.length === 0 ? strings.key : strings.keyWithNotes;
  return html`<button
      type="button"
      class="key"
      popovertarget="key"
      aria-label=${name}
      title=${[name, ...notes].join("\n")}
    >
      ${strings.key}${notes.length === 0 ? nothing : html`<i class="noted" aria-hidden="true"></i>`}
    </button>
    <div popover id="key" role="group" aria-label=${name} @beforetoggle=${(event: Event) => placeOnToggle(event)}>
      <ul class="legend">
        ${items(there)}
      </ul>
      ${[...notes, fills ? strings.wheel : strings.wheelWithin].map((note) => html`<p>${note}</p>`)}
    </div>`;
}
