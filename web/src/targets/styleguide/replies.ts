import { type Sample, free, part, reply, row } from "./make";
import { type Specimen, specimen } from "./specimen";
import type { TextRow } from "../../parser/model";

function replySample(text: string, given: Partial<TextRow> = {}, options: Omit<Sample, "row"> = {}): Sample {
  return { row: row("text", { text, by: "claude", reply: reply(), ...given }), ...options };
}

const kitchenSink = `# Everything that Markdown can do

Words with **strong**, *emphasis*, ~~struck~~ and \`inline code\`, a [link](https://example.org/tides) and a bare https://example.org/stations.

## Lists

- A first thing
- A second one
  1. with steps
  2. below it
- [x] done
- [ ] still open

> Quoted: times are stored in UTC and shown in local time.

| Station | High | Low |
|:--|--:|--:|
| Brest | 06:12 | 12:31 |
| Cuxhaven | 01:44 | 08:20 |

\`\`\`ts
export function local(time: Date, zone: string): string {
  return new Intl.DateTimeFormat("en", { timeZone: zone }).format(time);
}
\`\`\`

A footnote[^1], a formula and a diagram:

$$h(t) = \\sum_i A_i \\cos(\\omega_i t + \\varphi_i)$$

\`\`\`mermaid
graph LR
  gauge --> table --> screen
\`\`\`

---

<b>HTML stays text</b>, and ![a picture](https://example.org/a.png) is not loaded.

[^1]: As the harmonic constants were measured.`;

export const replies: readonly Specimen[] = [
  specimen(
    "Short",
    replySample("The offset is applied twice: once when the table is read, and again when it is shown."),
  ),
  specimen("Markdown", replySample(kitchenSink)),
  specimen(
    "Truncated",
    replySample(
      "The table has 1,460 rows. The first ones are:",
      { cut: true, size: 412_000 },
      { parts: [part("markdown", { text: "The whole text." })] },
    ),
  ),
  specimen("No longer readable", replySample("", { size: 2_300 })),
  specimen(
    "With sources",
    replySample("Daylight saving time ended on 26 October.", {
      cites: [
        { name: "Time zones", value: "https://example.org/zones", note: "Clocks go back one hour.", after: "" },
        { name: "", value: "https://example.org/2", note: "", after: "" },
      ],
    }),
  ),
  specimen("Expanded: raw record", replySample("Done.", {}, { open: true })),
];

export const speakers: readonly Specimen[] = [
  specimen(
    "You, Claude, an agent",
    { row: row("prompt", { flavor: "typed", by: "you", turn: 1, opens: true, text: "Who says what?" }) },
    replySample("Claude, with model, tokens, time and cost."),
    {
      row: row("text", {
        by: "agent",
        depth: 1,
        agent: "a1",
        text: "An agent, one step in.",
        reply: reply({
          model: "claude-haiku-4-5-20251001",
          output: 310,
          duration: 9_000,
          cost: { ...free, usd: 0.004 },
        }),
      }),
    },
  ),
  specimen(
    "A model without a price",
    replySample("Its cost is not known.", {
      reply: reply({
        model: "claude-next",
        cost: { usd: 0, incomplete: true, unpriced: [{ model: "claude-next", responses: 1, tokens: 4_120 }] },
      }),
    }),
  ),
  specimen(
    "The reply continues after a prompt in the middle",
    replySample("And it goes on.", { reply: reply({ output: null, duration: null, cost: free }) }),
  ),
  specimen(
    "The prompt is not recorded",
    replySample("A reply without a question.", { reply: reply({ headless: true }) }),
  ),
];

const thought =
  "The parser gives minutes since midnight **UTC**. The formatter adds the zone's offset. " +
  "But the table is already local, so it is added twice.\n\nTherefore: drop it in the formatter.";

export const thinking: readonly Specimen[] = [
  specimen("Collapsed", { row: row("thinking", { text: thought, size: 2_140 }) }),
  specimen("Collapsed, with duration", { row: row("thinking", { text: thought, took: 8_200 }) }),
  specimen("Expanded", { row: row("thinking", { text: thought }), open: true }),
  specimen("Not saved", { row: row("thinking", { flavor: "hidden", size: 812 }) }),
  specimen("Not saved, with duration", { row: row("thinking", { flavor: "hidden", size: 812, took: 12_400 }) }),
  specimen("Redacted", { row: row("thinking", { flavor: "redacted", size: 640 }) }),
];
