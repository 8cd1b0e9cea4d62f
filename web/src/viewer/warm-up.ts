// Reads a small session that nobody sees, before a real one is opened. Fonts, styles and code are needed for the first
// time then: without it, the first rows take about twice as long (median of 15 starts on two busy cores).

import { ignoreParserGone } from "../parser/parser-gone";

const DURATION = 400; // ms for what is drawn late

/** Resolves when the page is as if nothing had happened. */
export async function warmUp(): Promise<void> {
  const host = document.createElement("div");
  host.inert = true;
  host.ariaHidden = "true";
  // As wide as the page, so that lines break alike.
  Object.assign(host.style, { position: "fixed", inset: "0", visibility: "hidden", zIndex: "-1", contain: "strict" });
  for (const name of ["unspool-ready", "unspool-progress", "unspool-error", "unspool-show"]) {
    host.addEventListener(name, (event) => event.stopPropagation());
  }
  const viewer = document.createElement("unspool-session");
  // eslint-disable-next-line wc/no-closed-shadow-root -- nothing of the page finds the viewer of a warm-up
  host.attachShadow({ mode: "closed" }).append(viewer);
  document.body.append(host);
  await ignoreParserGone(viewer.read(transcript)); // then the first session is a little slower
  await new Promise((resolve) => setTimeout(resolve, DURATION));
  host.remove();
}

const markdown = "# Heading\n\nWords, **strong**, *soft* and `code`:\n\n- one\n- two\n\n```ts\nconst code = 1;\n```\n";
const messages: readonly (readonly ["user" | "assistant", ...unknown[]])[] = [
  ["user", { type: "text", text: "Words “of” a prompt — and more …" }],
  ["assistant", { type: "thinking", thinking: "Thoughts" }],
  ["assistant", { type: "text", text: markdown }],
  ["assistant", { type: "tool_use", id: "1", name: "Bash", input: { command: "ls", description: "List files" } }],
  ["user", { type: "tool_result", tool_use_id: "1", content: "a.ts\nb.ts" }],
  ["assistant", { type: "tool_use", id: "2", name: "Read", input: { file_path: "/project/c.ts" } }],
  ["user", { type: "tool_result", tool_use_id: "2", is_error: true, content: "No such file" }],
];
const transcript = messages
  .map(([role, ...content], at) =>
    JSON.stringify({
      type: role,
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `u${at - 1}`,
      sessionId: "s",
      cwd: "/project",
      timestamp: new Date(at * 1000).toISOString(),
      message: { id: `m${at}`, role, content },
    }),
  )
  .join("\n");
