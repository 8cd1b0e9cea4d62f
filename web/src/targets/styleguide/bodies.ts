import type { Field, HookRun, Item, Part, Question, Tool } from "../../parser/model";
import { PROJECT, NOON, type Sample, fold, hunk, media, part, row, tool } from "./make";
import { PICTURES } from "./pictures";
import { type Specimen, specimen } from "./specimen";
import { byFace } from "./tools";

function opened(face: Tool["face"], parts: readonly Part[], given: Partial<Tool> = {}): Sample {
  return { row: row("tool", { tool: tool(face, { ...byFace[face], duration: 1_300, ...given }) }), parts, open: true };
}

function field(name: string, value: string, given: Partial<Field> = {}): Field {
  return { name, value, note: "", after: "", ...given };
}

function item(name: string, given: Partial<Item> = {}): Item {
  return {
    name,
    label: "",
    text: "",
    failed: false,
    hooks: null,
    more: 0,
    location: { uuid: name, file: 0, path: "session.jsonl", line: 40, offset: 0, length: 90 },
    ...given,
  };
}

function hook(given: Partial<HookRun> = {}): HookRun {
  return { command: "prettier --check src", exit: 0, duration: 140, output: "", error: "", ...given };
}

function question(
  header: string,
  text: string,
  options: readonly (readonly [label: string, description: string])[],
  chosen: number,
  given: Partial<Question> = {},
): Question {
  return {
    header,
    text,
    options: options.map(([label, description], at) => ({ label, description, preview: "", chosen: at === chosen })),
    several: false,
    answered: chosen >= 0,
    other: "",
    note: "",
    ...given,
  };
}

const found = `src/tides/format.ts:16:    timeZone: station.zone,
src/tides/format.ts-17-    hour: "2-digit",
--
src/tides/format.ts:21:  return format.format(time); // no offset: the zone has it
src/tides/table.ts:8:const offset = 60;`;

const code = `import type { Station } from "./station";

/** The time of a tide as people at the station read it. */
export function local(time: Date, station: Station): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: station.zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  return format.format(time); // no offset: the zone has it
}`;

const patch = ` export function local(time: Date, station: Station): string {
-  const shifted = new Date(time.getTime() + station.offset * 60_000);
-  return shifted.toLocaleTimeString();
+  return new Intl.DateTimeFormat("en-GB", { timeZone: station.zone, timeStyle: "short" }).format(time);
 }
 
 export function day(time: Date): string {`;

const output = `\u001b[1m RUN \u001b[0m v3.1.2 ${PROJECT}

 \u001b[32m✓\u001b[39m src/tides/station.test.ts \u001b[2m(8 tests)\u001b[22m 12ms
 \u001b[31m❯\u001b[39m src/tides/format.test.ts \u001b[2m(5 tests | \u001b[31m1 failed\u001b[39m)\u001b[22m
   \u001b[31m×\u001b[39m shows the hour after the clocks changed
     \u001b[31m→ expected '07:12' to be '06:12'\u001b[39m

 Tests  \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m | \u001b[1m\u001b[32m12 passed\u001b[39m\u001b[22m (13)`;

const sixteen = Array.from(
  { length: 16 },
  (_none, at) => `\u001b[38;5;${at}m${String(at).padStart(3)} ink \u001b[0m \u001b[48;5;${at}m ground \u001b[0m`,
).join("\n");

const styled =
  "\u001b[1mbold\u001b[0m \u001b[2mfaint\u001b[0m \u001b[3mitalic\u001b[0m \u001b[4munderlined\u001b[0m \u001b[7minverse\u001b[0m " +
  "\u001b[9mstruck\u001b[0m \u001b[38;2;255;120;0mtrue colour\u001b[0m";

const progress = Array.from({ length: 8 }, (_none, at) => `Fetching stations ${at * 12 + 16} %`).join("\r");

/** How each kind of part looks inside of an open line. */
export const byPart: Readonly<Record<Part["kind"], readonly Specimen[]>> = {
  markdown: [
    specimen(
      "Markdown",
      opened("fetch", [
        part("markdown", {
          role: "output",
          text: "The page says:\n\n- offsets are in **minutes**\n- zones have *names*",
        }),
      ]),
    ),
  ],
  text: [
    specimen(
      "Text",
      opened("other", [
        part("text", { role: "input", text: "station 1042" }),
        part("text", { role: "output", text: "high 06:12\nlow  12:31" }),
      ]),
    ),
  ],
  code: [
    specimen("Code", opened("read", [part("code", { name: `${PROJECT}/src/tides/format.ts`, text: code, start: 14 })])),
    specimen(
      "Code, truncated",
      opened("read", [part("code", { name: "table.json", text: '{\n  "stations": [', cut: true, size: 1_200_000 })]),
    ),
  ],
  diff: [
    specimen(
      "Diff with recorded hunks",
      opened(
        "edit",
        [
          part("diff", {
            name: `${PROJECT}/src/tides/format.ts`,
            hunks: [hunk(12, patch), hunk(58, ' }\n \n+export const zones = ["Europe/Paris"];\n')],
          }),
        ],
        { added: 2, removed: 2 },
      ),
    ),
    specimen(
      "Diff with the previous file",
      opened(
        "edit",
        [
          part("diff", {
            name: `${PROJECT}/src/tides/format.ts`,
            old: `${"// Harbours\n".repeat(30)}${code}`,
            hunks: [hunk(30, " // Harbours\n+// and their tides")],
          }),
        ],
        { added: 1, removed: 0 },
      ),
    ),
    specimen(
      "Diff that does not match its file",
      opened(
        "edit",
        [part("diff", { name: `${PROJECT}/src/tides/format.ts`, old: "another file", hunks: [hunk(12, patch)] })],
        { added: 2, removed: 2 },
      ),
    ),
    specimen(
      "Diff computed by the viewer",
      opened(
        "write",
        [
          part("diff", {
            name: "zone.ts",
            old: code,
            new: code.replace("en-GB", "en").replace("  return", "  // As it is read\n  return"),
          }),
        ],
        { answer: "update", added: 2, removed: 1 },
      ),
    ),
    specimen("A new file", opened("write", [part("diff", { name: "zone.ts", old: "", new: code })], { added: 11 })),
  ],
  terminal: [
    specimen(
      "A command that failed",
      opened(
        "bash",
        [
          part("terminal", {
            command: "npm test -- --run tides",
            text: output,
            stderr: "npm error Lifecycle script `test` failed",
            exit: 1,
          }),
        ],
        { status: "error", error: "1 failed, 12 passed", exit: 1 },
      ),
    ),
    specimen(
      "Progress collapses to its last state",
      opened("bash", [part("terminal", { command: "gauge fetch --all", text: `${progress}\nDone.`, exit: 0 })]),
    ),
    specimen(
      "The sixteen colors and the styles",
      opened("bash", [part("terminal", { command: "colours", text: `${sixteen}\n${styled}`, exit: 0 })]),
    ),
    specimen("No output", opened("bash", [part("terminal", { command: "git add -A", exit: 0 })])),
    specimen(
      "No answer yet",
      opened("bash", [part("terminal", { role: "input", command: "npm run dev" })], { status: "running" }),
    ),
  ],
  fields: [
    specimen(
      "Fields",
      opened("mcp", [
        part("fields", {
          role: "input",
          fields: [field("label", "tides"), field("state", "open", { note: "default" }), field("page", "1")],
        }),
      ]),
    ),
  ],
  files: [
    specimen(
      "Files",
      opened("grep", [
        part("files", {
          role: "output",
          fields: [
            field(`${PROJECT}/src/tides/format.ts`, "4 matches"),
            field(`${PROJECT}/src/tides/table.ts`, "2 matches"),
            field(`${PROJECT}/README.md`, ""),
          ],
          cut: true,
          size: 12,
        }),
      ]),
    ),
  ],
  links: [
    specimen(
      "Links",
      opened("search", [
        part("links", {
          role: "output",
          fields: [
            field("Time zones and tides", "https://example.org/zones"),
            field("Harmonic constants", "https://example.org/harmonics", { note: "2024" }),
            field("javascript:alert(1)", "javascript:alert(1)"),
          ],
        }),
      ]),
    ),
  ],
  todos: [
    specimen(
      "Checklist",
      opened("todo", [
        part("todos", {
          fields: [
            field("Find the second offset", "completed"),
            field("Fix the formatter", "completed", { note: "in_progress" }),
            field("Write the test", "in_progress"),
            field("Update the widget", "pending", { after: "#3" }),
            field("Tell the team", "pending", { note: "new" }),
            field("Rewrite it all", "deleted"),
          ],
        }),
      ]),
    ),
  ],
  questions: [
    specimen(
      "Questions",
      opened("question", [
        part("questions", {
          questions: [
            question(
              "Zone",
              "Which zone should the widget use?",
              [
                ["The station’s own", "Where the water is"],
                ["The reader’s", "Where the person is"],
              ],
              0,
              { note: "For now." },
            ),
            question(
              "Show",
              "What should it show?",
              [
                ["High water", ""],
                ["Low water", ""],
              ],
              1,
              { several: true, other: "the moon" },
            ),
            question(
              "Format",
              "Which format?",
              [
                ["24 hours", "18:40"],
                ["12 hours", "6:40 pm"],
              ],
              -1,
            ),
          ],
        }),
      ]),
    ),
  ],
  matches: [
    specimen(
      "Matches",
      opened("grep", [part("matches", { role: "output", text: found, fields: [field("offset|zone", "")] })]),
    ),
    specimen(
      "Matches in one file",
      opened("grep", [
        part("matches", {
          role: "output",
          text: "16:  const zone = station.zone;\n17-  return zone;",
          fields: [field("zone", `${PROJECT}/src/tides/format.ts`)],
        }),
      ]),
    ),
  ],
  media: [
    specimen(
      "Image",
      opened("read", [part("media", { media: media(PICTURES.landscape) })], {
        target: `${PROJECT}/docs/screen.png`,
        answer: "image",
        lines: null,
        from: 0,
      }),
    ),
    specimen(
      "A PDF",
      opened("read", [part("media", { media: media(PICTURES.broken, { type: "application/pdf" }) })], {
        target: `${PROJECT}/docs/tables.pdf`,
        answer: "pdf",
        lines: null,
        from: 0,
      }),
    ),
  ],
  items: [
    specimen("Background records", {
      row: row("machinery", {
        fold: fold({
          count: 3,
          kinds: [
            { name: "hook_success", count: 2 },
            { name: "turn_duration", count: 1 },
          ],
        }),
      }),
      open: true,
      parts: [
        part("items", {
          items: [
            item("hook_success", { label: "PreToolUse:Edit", hooks: [hook({ duration: 31 })] }),
            item("hook_success", {
              label: "PostToolUse:Edit",
              hooks: [hook({ exit: 2, output: "format.ts", error: "format.ts is not formatted" })],
            }),
            item("turn_duration", { label: "84000" }),
          ],
          size: 3,
        }),
      ],
    }),
  ],
  attempts: [
    specimen("Attempts at a request", {
      row: row("error", { text: "Overloaded", retry: { status: 529, attempts: 2, ended: "on" } }),
      open: true,
      parts: [
        part("attempts", {
          attempts: [
            { number: 1, most: 10, status: 529, wait: 520, time: NOON, text: "Overloaded", request: "req_1" },
            { number: 2, most: 10, status: 0, wait: 1_100, time: NOON + 900, text: "ECONNRESET", request: "" },
          ],
        }),
      ],
    }),
  ],
  json: [
    specimen(
      "JSON",
      opened("other", [
        part("json", {
          role: "structured",
          text: '{"station":1042,"high":["06:12","18:40"],"zone":{"name":"Europe/Paris","minutes":60}}',
        }),
      ]),
    ),
  ],
  spilled: [
    specimen(
      "Output in a separate file",
      opened("bash", [
        part("terminal", { command: "gauge dump", text: "1042 06:12\n1043 06:31", exit: 0 }),
        part("spilled", { role: "output", name: "b9x4tm.txt", size: 2_400_000 }),
      ]),
    ),
    specimen(
      "… that is not text",
      opened("bash", [part("spilled", { role: "output", note: "binary", name: "b9x4tm.bin", size: 2_400_000 })]),
    ),
    specimen(
      "… that is not among the files",
      opened("bash", [part("spilled", { name: "b9x4tm.txt", size: 2_400_000 })]),
    ),
  ],
};

/** What a part is to its call. */
export const byRole: Readonly<Record<Part["role"], Part>> = {
  "": part("text", { text: "Without a label" }),
  input: part("text", { role: "input", text: "station 1042" }),
  output: part("text", { role: "output", text: "high 06:12" }),
  error: part("text", { role: "error", text: "The station did not answer." }),
  prompt: part("markdown", { role: "prompt", text: "Find **every** place." }),
  structured: part("json", { role: "structured", text: '{"ok":true}' }),
  wire: part("json", { role: "wire", text: '{"station":"1042"}' }),
  instructions: part("markdown", { role: "instructions", text: "Answer in one line." }),
  reminder: part("markdown", { role: "reminder", text: "The file is long." }),
  script: part("code", { role: "script", name: "workflow.js", text: "await agent('look')" }),
  feedback: part("markdown", { role: "feedback", text: "Not there: change the **formatter**." }),
  plan: part("markdown", { role: "plan", text: "1. Store times in UTC" }),
};

export const bodies: readonly Specimen[] = [
  ...Object.values(byPart).flat(),
  specimen("Every label", opened("other", Object.values(byRole))),
  specimen("Nothing else is recorded", opened("other", [])),
  specimen("No longer readable", { ...opened("read", []), fails: true }),
];
