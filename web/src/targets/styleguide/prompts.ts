import type { Flavor } from "../../parser/rows";
import type { Chip, PromptRow, Sender } from "../../parser/model";
import { NOON, type Sample, media, part, reply, row } from "./make";
import { PICTURES } from "./pictures";
import { type Specimen, specimen } from "./specimen";

function prompt(given: Partial<PromptRow>, options: Omit<Sample, "row"> = {}): Sample {
  return { row: row("prompt", { flavor: "typed", by: "you", turn: 12, opens: true, ...given }), ...options };
}

const short = "Tide times are an hour off since the clocks changed. Can you find out why and fix it?";
const long = Array.from(
  { length: 24 },
  (_none, at) =>
    `${at + 1}. Station ${1040 + at}: the table says high water at ${6 + (at % 6)}:1${at % 10}, the gauge says an hour later.`,
).join("\n");

export const chips: Readonly<Record<Chip["kind"], Chip>> = {
  selection: { kind: "selection", label: "src/tides/format.ts:18-31", opens: true },
  file: { kind: "file", label: "src/tides/station.ts", opens: true },
  memory: { kind: "memory", label: "CLAUDE.md", opens: true },
  diagnostics: { kind: "diagnostics", label: "2 errors in format.ts", opens: true },
  reminder: { kind: "reminder", label: "The plan is in docs/plan.md", opens: true },
  command: { kind: "command", label: "/review", opens: false },
  instructions: { kind: "instructions", label: "Explanatory style", opens: true },
  image: { kind: "image", label: "screenshot.png", opens: false },
  document: { kind: "document", label: "tides.txt", opens: true },
  pasted: { kind: "pasted", label: "Pasted text #1 +84 lines", opens: true },
  unknown: { kind: "unknown", label: "voice_note", opens: true },
  more: { kind: "more", label: "3", opens: true },
};

const sender: Sender = {
  name: "tester",
  colour: "blue",
  summary: "Suite is green",
  event: "",
  text: "All 41 tests pass on my side. The daylight saving case is covered.",
};

const ended = (event: string, text: string): Sender => ({ name: "", colour: "", summary: "", event, text });

/** Each origin that a row can have: what began a turn, and what else is told apart. */
export const byFlavor: Readonly<Record<Flavor, Sample>> = {
  "": { row: row("text", { by: "claude", text: "Said without any special origin.", reply: reply() }) },
  typed: prompt({ text: short }),
  queued: prompt({
    flavor: "queued",
    turn: 0,
    opens: false,
    text: "Also look at the widget, please.",
    typed: NOON - 140_000,
  }),
  command: prompt({ flavor: "command", text: "/review 184", chips: [chips.instructions] }),
  shell: prompt({ flavor: "shell", text: "git status --short" }),
  notification: prompt({
    flavor: "notification",
    text: "Background command “npm run dev” completed (exit code 0)\nAgent “Explore” stopped",
    from: [
      ended("completed", "Background command “npm run dev” completed (exit code 0)"),
      ended("killed", "Explore the store"),
    ],
  }),
  peer: prompt({
    flavor: "peer",
    text: sender.text,
    from: [sender, { ...sender, name: "reviewer", colour: "pink", summary: "", event: "idle_notification", text: "" }],
  }),
  auto: prompt({ flavor: "auto", text: "Continue with the next open item." }),
  feedback: prompt({
    flavor: "feedback",
    turn: 0,
    opens: false,
    text: "Not there: change the formatter, not the parser.",
  }),
  plan: prompt({
    flavor: "plan",
    text: "## Plan\n\n1. Store times in UTC\n2. Convert them when they are shown\n3. Add a test for both changes of the clock",
  }),
  agent: prompt({
    flavor: "agent",
    depth: 1,
    turn: 0,
    opens: false,
    agent: "a1",
    text: "Find every place where a tide time is turned into text. Report **file and line**, change nothing.",
  }),
  hidden: { row: row("thinking", { flavor: "hidden", text: "", size: 812 }) },
  redacted: { row: row("thinking", { flavor: "redacted", text: "", size: 640 }) },
  orphan: { row: row("output", { flavor: "orphan", text: "A result whose call is not in the file." }) },
  warning: {
    row: row("note", { flavor: "warning", name: "informational", text: "The context is nearly full: 8 % left." }),
  },
  shutdown: { row: row("interrupt", { flavor: "shutdown" }) },
  fallback: {
    row: row("note", {
      flavor: "fallback",
      name: "model_refusal_fallback",
      text: "From Opus 4.5 to Sonnet 4.5: the first model was overloaded.",
    }),
  },
};

const originNames: Readonly<Record<Flavor, string>> = {
  "": "No special origin",
  typed: "Typed",
  queued: "Queued while Claude worked",
  command: "Slash command",
  shell: "Shell command",
  notification: "Notification",
  peer: "From other agents",
  auto: "Automatic",
  feedback: "Feedback to a declined call",
  plan: "Plan accepted",
  agent: "Task of an agent",
  hidden: "Thinking, signature only",
  redacted: "Thinking, redacted",
  orphan: "A result without its call",
  warning: "Warning",
  shutdown: "Interrupted by a shutdown",
  fallback: "Answered by another model",
};

export const origins: readonly Specimen[] = Object.entries(originNames).map(([flavor, name]) =>
  specimen(name, byFlavor[flavor as Flavor]),
);

export const prompts: readonly Specimen[] = [
  specimen("Typed", byFlavor.typed),
  specimen("Long, collapsed", prompt({ turn: 13, text: `All of these are wrong:\n\n${long}` })),
  specimen(
    "Truncated: only the beginning is available",
    prompt({ turn: 14, text: `${short}\n\n${long.slice(0, 300)}`, cut: true, size: 88_000 }),
  ),
  specimen(
    "With every kind of attachment",
    prompt(
      { turn: 15, text: `${short} [Pasted text #1 +84 lines]`, chips: Object.values(chips) },
      {
        parts: Object.values(chips).map((chip, at) =>
          part("text", { chip: at + 1, text: `What stands behind “${chip.label}”.` }),
        ),
      },
    ),
  ),
  specimen(
    "With images and a file",
    prompt({
      turn: 16,
      text: "This is how it should look: [Image #1], [Image #2]",
      media: [
        media(PICTURES.landscape, { name: "quay.png" }),
        media(PICTURES.small),
        media(PICTURES.broken, { type: "application/pdf", name: "tides.pdf", length: 128_000 }),
      ],
    }),
  ),
  specimen("No reply recorded", prompt({ turn: 17, text: "And on iOS?", unanswered: "none" })),
  specimen(
    "Interrupted before a reply",
    prompt({ turn: 18, text: "Rewrite it all in Rust.", unanswered: "interrupted" }),
  ),
  specimen("Text that is no longer readable", prompt({ turn: 19, text: "", size: 4_200 })),
  specimen("Right to left", prompt({ turn: 20, text: "لماذا تتأخر مواقيت المدّ ساعة كاملة؟" })),
  specimen(
    "Chinese, Japanese and emoji",
    prompt({ turn: 21, text: "潮汐时间差了一个小时。満潮の時刻も確認してください 🌊🗼" }),
  ),
  specimen("Hidden characters are shown", prompt({ turn: 22, text: "rm -rf ./build\u202e\u2066 # safe\u2069\u200b" })),
  specimen(
    "Expanded: details and the raw record",
    prompt(
      { turn: 23, text: short },
      { open: true, parts: [part("json", { role: "structured", text: '{"permissionMode":"default"}' })] },
    ),
  ),
];
