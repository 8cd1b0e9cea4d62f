// A command and its output.
import {
  type TerminalColor,
  plainStyle,
  readTerminal,
  type TerminalScreen,
  type Style,
  type TerminalLine,
  type TerminalRun,
} from "./ansi";
import { color, paintLine } from "../code/code";
import { type Child, h, safeLink } from "../dom";
import type { RenderEnv } from "../render-context";
import { copyButton, frame, scroller } from "../frame";
import { addLines, addRuns } from "../code/lines";
import { plainLine, splitLines } from "../code/runs";
import { markedText } from "../text";
import { strings } from "./strings";
import { strings as contentStrings } from "../strings";

interface Terminal {
  readonly command: string; // "" if only its output is known
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number | null; // null if none is recorded
  readonly note: string; // a state, or the meaning of the exit code
  readonly answered: boolean; // whether any result is recorded
}

const outputFold = { head: 16, tail: 32 } as const; // the result matters most
const commandFold = { head: 12, tail: 0 } as const;

export function renderTerminal(terminal: Terminal, env: RenderEnv): HTMLElement {
  const stdout = readTerminal(terminal.stdout);
  const stderr = readTerminal(terminal.stderr);
  const silent = stdout.lines.length === 0 && stderr.lines.length === 0;
  const failed = terminal.exit === 0 ? "" : " failed";
  const hidden = stdout.hidden + stderr.hidden;
  const actions: Child[] = [];
  if (terminal.command !== "") actions.push(copyButton(() => terminal.command, strings.copyCommand));
  if (!silent) actions.push(copyButton(() => [stdout, stderr].map(screenText).join(""), strings.copyOutput));
  const notes: Child[] = [];
  if (terminal.exit !== null) notes.push(h("span", { class: `exit${failed}` }, contentStrings.exit(terminal.exit)));
  if (terminal.note !== "") notes.push(h("span", null, markedText(terminal.note)));
  if (silent && terminal.answered) notes.push(h("span", null, strings.noOutput));
  if (hidden > 0) notes.push(h("span", null, strings.hiddenSequences(hidden)));
  return frame(
    {
      kind: "terminal",
      title: terminal.command === "" ? contentStrings.output : prompt(terminal.command, env),
      actions,
    },
    stdout.lines.length > 0 && screen(stdout, strings.stdout),
    stderr.lines.length > 0 && h("div", { class: `stream${failed}`, "aria-hidden": "true" }, contentStrings.stderr),
    stderr.lines.length > 0 && screen(stderr, contentStrings.stderr, `stderr${failed}`),
    notes.length > 0 && h("div", { class: "notes" }, ...notes),
  );
}

function prompt(command: string, env: RenderEnv): HTMLElement {
  const source = splitLines(command);
  const code = h("code", { class: "command", tabindex: -1 });
  const shown = new Map<number, HTMLElement>();
  addLines(code, source.length, commandFold, (index) => {
    const text = h("span", { class: "text" });
    paintLine(text, plainLine(source[index] ?? ""));
    shown.set(index, text);
    return h("span", { class: "line" }, text);
  });
  void color(source, "bash", env).then((lines) => {
    if (lines !== null) for (const [index, text] of shown) paintLine(text, lines[index] ?? []);
  });
  return h("span", { class: "prompt" }, h("span", { class: "sign", "aria-hidden": "true", "data-sign": "$" }), code);
}

function screen({ lines }: TerminalScreen, label: string, kind = ""): HTMLElement {
  const { element, sheet } = scroller(label, `screen ${kind}`.trim());
  addLines(sheet, lines.length, outputFold, (index) => lineNode(lines[index] ?? { runs: [], overwritten: 0 }));
  return element;
}

function lineNode(line: TerminalLine): HTMLElement {
  const element = h("span", { class: "line" });
  addRuns(element, line.runs, runNode);
  if (line.overwritten > 0) {
    const label = strings.overwritten(line.overwritten);
    element.appendChild(
      h("span", {
        class: "overwritten",
        role: "img",
        "aria-label": label,
        title: label,
        "data-label": `↻ ${line.overwritten}`,
      }),
    );
  }
  element.appendChild(document.createTextNode("\n"));
  return element;
}

function screenText(screen: TerminalScreen): string {
  return screen.lines.map(({ runs }) => runs.map((run) => run.text).join("") + "\n").join("");
}

function runNode({ text, style }: TerminalRun): Node {
  const marked = markedText(text);
  const content = style.link === "" ? marked : safeLink(style.link, marked);
  if (style === plainStyle) return content;
  const { fg, bg } = style.inverse ? { fg: style.bg, bg: style.fg } : style;
  const names: string[] = flags.filter((flag) => style[flag]);
  if (fg !== null) names.push("front", ...(isGiven(fg) ? ["fg"] : []));
  if (bg !== null) names.push("back");
  if (names.length === 0) return content;
  const span = h("span", { class: names.join(" ") }, content);
  // The style sheet turns these into a readable shade for the theme.
  if (fg !== null) span.style.setProperty(isGiven(fg) ? "--fg" : "--c", colorValue(fg));
  if (bg !== null) span.style.setProperty("--b", colorValue(bg));
  return span;
}

const flags = ["bold", "dim", "italic", "underline", "strike", "inverse"] as const satisfies readonly (keyof Style)[];

function colorValue(color: TerminalColor): string {
  return typeof color === "number" ? `var(--r-${color})` : `rgb(${color.join(" ")})`;
}

function isGiven(color: TerminalColor | null): color is readonly [number, number, number] {
  return color !== null && typeof color !== "number";
}
