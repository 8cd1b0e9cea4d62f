import type { Alternative, ToolCount, Link, Media, Row } from "../../parser/model";
import { agents, byKind as runs } from "./agents";
import { PROJECT, NOON, type Sample, costs, fold, link, media, reply, row, series, tool } from "./make";
import { PICTURES } from "./pictures";
import { byFlavor, prompts } from "./prompts";
import { replies, thinking } from "./replies";
import { type Specimen, specimen } from "./specimen";
import { byFace, edges } from "./tools";

const byLink: Readonly<Record<Link["kind"], Link>> = {
  continues: link("continues"),
  "continued-in": link("continued-in", { title: "" }),
  "forked-from": link("forked-from"),
  "copied-from": link("copied-from"),
  "compacted-from": link("compacted-from", { index: null }),
};

const attempt: readonly Sample[] = [
  { row: row("prompt", { flavor: "typed", by: "you", branch: true, text: "Fix the parser." }) },
  { row: row("text", { by: "claude", branch: true, text: "I would store the offset in the parser.", reply: reply() }) },
  { row: row("tool", { branch: true, tool: tool("edit", byFace.edit) }) },
];

/** The ways from one place; the nth of them is open, 0 for the one that was kept. */
function alternatives(texts: readonly string[], open: number): readonly Alternative[] {
  const alternative = (text: string, at: number): Alternative => ({
    key: text,
    current: false,
    open: at + 1 === open,
    text,
    time: NOON,
    turns: 1,
    calls: 3,
    output: 1_240,
    tokens: 61_000,
    cost: costs(0.12),
    low: 0,
  });
  return [
    ...texts.map(alternative),
    {
      ...alternative("Fix both, and test them.", texts.length),
      current: true,
      open: false,
      turns: 9,
      calls: 48,
      cost: costs(2.4),
    },
  ];
}

function toolCount(face: ToolCount["face"], calls: number): ToolCount {
  return { face, name: face, calls, distinct: calls };
}

const calls: readonly Sample[] = [
  { row: row("tool", { inside: true, tool: tool("read", byFace.read) }) },
  { row: row("thinking", { inside: true, flavor: "hidden", took: 4_200 }) },
  { row: row("tool", { inside: true, tool: tool("edit", byFace.edit) }) },
];

const copied: readonly Sample[] = attempt.map(({ row: one }) => ({ row: { ...one, branch: false, copied: true } }));

/** A row that cannot be drawn: what it holds fails when it is read. */
const throwing: readonly Media[] = new Proxy<Media[]>([], {
  get() {
    throw new TypeError("a specimen that fails");
  },
});

/** Every kind of row, in every state that is not shown elsewhere. A kind without a specimen does not compile. */
export const byKind: Readonly<Record<Row["kind"], readonly Specimen[]>> = {
  prompt: prompts,
  text: replies,
  thinking,
  tool: [...edges, ...agents],
  compaction: [
    specimen("Automatic", {
      row: row("compaction", { took: 58_000, compacted: { trigger: "auto", before: 151_000, after: 9_400 } }),
    }),
    specimen("Manual, expanded", {
      row: row("compaction", {
        text: "The person asked for local times. **Done so far:** the formatter.",
        compacted: { trigger: "manual", before: 84_000, after: null },
      }),
      open: true,
    }),
    specimen("Sizes unknown", { row: row("compaction", { compacted: { trigger: "", before: null, after: null } }) }),
  ],
  summary: [specimen("Summary", { row: row("summary", { text: "What came before: the formatter was found." }) })],
  output: [
    specimen("Command output", {
      row: row("output", {
        text: "Compacted.\nSecond line",
        size: 2_400,
        chips: [{ kind: "command", label: "/compact", opens: false }],
      }),
    }),
    specimen("Without a call", byFlavor.orphan),
  ],
  interrupt: [specimen("By you", { row: row("interrupt") }), specimen("By a shutdown", byFlavor.shutdown)],
  error: [
    specimen("API error", { row: row("error", { text: "529 Overloaded" }) }),
    specimen("Tried several times", {
      row: row("error", { text: "Overloaded", retry: { status: 529, attempts: 6, ended: "up" } }),
    }),
    specimen("Tried several times, then succeeded", {
      row: row("error", { text: "ECONNRESET", retry: { status: 0, attempts: 2, ended: "on" } }),
    }),
    specimen("End of a headless run", { row: row("error", { text: "error_max_turns" }) }),
  ],
  note: [
    specimen("Note", {
      row: row("note", { name: "away_summary", text: "Two files were changed while you were away." }),
    }),
    specimen("Warning", byFlavor.warning),
    specimen("Answered by another model", byFlavor.fallback),
    specimen("Permission mode", { row: row("note", { name: "permission-mode", text: "acceptEdits" }) }),
  ],
  machinery: [
    specimen("Quiet", {
      row: row("machinery", {
        fold: fold({
          count: 9,
          kinds: [
            { name: "hook_success", count: 6 },
            { name: "file-history-snapshot", count: 2 },
            { name: "task_reminder", count: 1 },
          ],
        }),
      }),
    }),
    specimen("A hook failed", {
      row: row("machinery", {
        fold: fold({
          kinds: [{ name: "hook_blocking_error", count: 1 }],
          failed: 1,
          what: "PostToolUse:Edit",
          why: "format.ts is not formatted",
        }),
      }),
    }),
    specimen("Unknown kind", {
      row: row("machinery", { fold: fold({ kinds: [{ name: "tide_event", count: 1 }] }) }),
    }),
  ],
  series: [
    specimen("Looking up files", {
      row: row("series", {
        series: series("look", {
          calls: 8,
          tools: [toolCount("read", 6), toolCount("grep", 2)],
          about: [
            { face: "read", target: `${PROJECT}/src/tides/format.ts` },
            { face: "read", target: `${PROJECT}/src/tides/table.ts` },
            { face: "grep", target: "offset|zone" },
          ],
          more: 5,
        }),
      }),
      under: calls,
    }),
    specimen("Edits to one file, expanded", {
      row: row("series", {
        series: series("edit", {
          tools: [{ ...toolCount("edit", 3), distinct: 1 }],
          about: [{ face: "edit", target: `${PROJECT}/src/tides/format.ts` }],
          added: 12,
          removed: 3,
          open: true,
        }),
      }),
      under: calls,
    }),
    specimen(
      "Other series",
      {
        row: row("series", {
          series: series("bash", {
            calls: 7,
            about: [
              { face: "bash", target: "git status" },
              { face: "bash", target: "npm test" },
            ],
          }),
        }),
      },
      {
        row: row("series", {
          series: series("web", {
            tools: [toolCount("fetch", 2), toolCount("search", 2)],
            about: [{ face: "fetch", target: "https://example.org/zones" }],
          }),
        }),
      },
      {
        row: row("series", {
          series: series("task", {
            tools: [{ ...toolCount("task", 3), name: "TaskCreate" }],
            about: [{ face: "task", target: "Write the test" }],
          }),
        }),
      },
      { row: row("series", { series: series("toolsearch") }) },
      {
        row: row("series", {
          series: series("mcp", {
            server: "tracker",
            tools: [
              { ...toolCount("mcp", 2), name: "list_issues" },
              { ...toolCount("mcp", 1), name: "get_issue" },
            ],
            about: [{ face: "mcp", target: "tides" }],
          }),
        }),
      },
    ),
  ],
  attempts: [
    specimen("Several attempts", {
      row: row("attempts", {
        fold: fold({ count: 2, turns: 3, alternatives: alternatives(["Fix the parser.", "Fix the formatter."], 0) }),
      }),
      under: attempt,
    }),
    specimen("Several attempts, one expanded", {
      row: row("attempts", {
        fold: fold({
          count: 2,
          turns: 3,
          alternatives: alternatives(["Fix the parser.", "Fix the formatter."], 1),
          open: true,
        }),
      }),
      under: attempt,
    }),
  ],
  branch: [
    specimen("An earlier attempt", {
      row: row("branch", {
        text: "Fix the parser.",
        fold: fold({ count: 3, turns: 1, alternatives: alternatives(["Fix the parser."], 0) }),
      }),
      under: attempt,
    }),
    specimen("An earlier attempt, expanded", {
      row: row("branch", {
        text: "Fix the parser.",
        fold: fold({ count: 3, turns: 1, alternatives: alternatives(["Fix the parser."], 1), open: true }),
      }),
      under: attempt,
    }),
  ],
  copied: [
    specimen("From another session", {
      row: row("copied", { link: byLink["copied-from"], fold: fold({ count: 48, turns: 3 }) }),
      under: copied,
    }),
    specimen("From another session, expanded", {
      row: row("copied", { link: byLink["forked-from"], fold: fold({ count: 48, turns: 3, open: true }) }),
      under: copied,
    }),
    specimen("Its records follow in full", { row: row("copied", { link: byLink["copied-from"] }) }),
  ],
  link: [
    specimen(
      "Each kind of link, and one that is not loaded",
      ...Object.values(byLink).map((one) => ({ row: row("link", { link: one }) })),
    ),
  ],
  image: [
    specimen("Shown", image(media(PICTURES.landscape))),
    specimen("Broken", image(media(PICTURES.broken))),
    specimen("On another host", image(media(0, { host: "example.org" }))),
    specimen("Too large", image(media(PICTURES.huge))),
    specimen("Unsupported type", image(media(PICTURES.broken, { type: "image/svg+xml" }))),
    specimen("As a separate row", { row: row("image", { media: [media(PICTURES.small)] }) }),
  ],
  damaged: [specimen("Bytes that could not be read", { row: row("damaged", { size: 4_210 }) })],
  restart: [specimen("Restart", { row: row("restart") })],
  broken: [specimen("Broken links", { row: row("broken") })],
  phase: [
    specimen("Phase of a workflow", {
      row: row("phase", { depth: 1, text: "Verify", fold: fold({ count: 3, failed: 1 }) }),
    }),
  ],
  end: [
    specimen("End of an agent", {
      row: row("end", { depth: 1, threads: ["blue"], name: "Explore", text: "Find where tides are computed" }),
    }),
  ],
  internal: [specimen("Internal agents", runs.internal)],
  unknown: [specimen("Unknown record", { row: row("unknown", { text: "tide_event" }), parts: [] })],
};

export const failures: readonly Specimen[] = [
  specimen(
    "A row that can't be rendered; the next one is unaffected",
    { row: row("prompt", { text: "Never seen", media: throwing }) },
    { row: row("tool", { tool: tool("read", byFace.read) }) },
  ),
  { ...specimen("Loading", { row: row("text") }, { row: row("tool") }), reading: "waiting" },
  { ...specimen("The parser stopped before they arrived", { row: row("text") }), reading: "stopped" },
];

function image(one: Media): Sample {
  return { row: row("prompt", { by: "you", media: [one] }) };
}
