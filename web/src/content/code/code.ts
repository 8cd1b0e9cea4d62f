// Source code: plain at first, and highlighted when the worker has replied.
import { fragment, h } from "../dom";
import type { RenderEnv } from "../render-context";
import { copyButton, frame, pathTitle, scroller, wrapButton } from "../frame";
import { languageOf, languageOfFile } from "./languages";
import { addLines, addRuns } from "./lines";
import { coloredLines, type CodeLine, plainLine, type Run, sample, splitLines } from "./runs";
import { markedText } from "../text";
import { strings } from "./strings";

interface Code {
  readonly text: string;
  readonly name: string; // of its file, as shown; "" for a snippet, which has no line numbers
  readonly path?: string | undefined; // the complete source
  readonly language?: string | undefined; // as in a code fence
  readonly start?: number | undefined; // number of the first line; 0 when unknown
}

const fold = { head: 120, tail: 0 } as const;
const wideLine = 72; // characters; above this length, wrapping can be useful

export function renderCode(code: Code, env: RenderEnv): HTMLElement {
  const language =
    code.language === undefined || code.language === "" ? languageOfFile(code.name) : languageOf(code.language);
  const title = code.name || language.title || code.language || "";
  const first = code.name !== "" || (code.start ?? 0) > 0 ? code.start || 1 : 0;
  const { element, wide } = codeLines(
    { text: code.text, first, grammar: language.grammar, label: title || strings.code },
    env,
  );
  const actions = [copyButton(() => code.text)];
  if (wide) actions.unshift(wrapButton(element, env.choices));
  const made = frame(
    {
      kind: "code",
      title:
        code.name === ""
          ? markedText(title)
          : fragment(
              pathTitle(code.name, code.path),
              language.title !== "" && h("span", { class: "language" }, language.title),
            ),
      actions,
    },
    element,
  );
  made.classList.toggle("snippet", code.name === "");
  return made;
}

interface CodeText {
  readonly text: string;
  readonly first: number; // number of the first line, 0 for none
  readonly grammar: string;
  readonly label: string;
}

interface CodeLines {
  readonly element: HTMLElement;
  readonly wide: boolean; // some lines are long
}

/** Lines of code without a frame. */
export function codeLines({ text, first, grammar, label }: CodeText, env: RenderEnv): CodeLines {
  const source = splitLines(text);
  const { element, sheet } = scroller(label, first > 0 ? "numbered" : "");
  if (first > 0) setDigits(element, first + source.length - 1);
  const painted = new Map<number, CodeLine>();
  const shown = new Map<number, HTMLElement>();
  let asked = 0;
  // Only the shown lines are highlighted, in pieces that the highlighter can handle. Each piece is parsed on its own:
  // it does not know the end of the one before, such as an open comment.
  const askTo = (index: number): void => {
    while (asked <= index) {
      const from = asked;
      asked += Math.max(1, sample(source.slice(from)).lines);
      void color(source.slice(from, asked), grammar, env).then((lines) =>
        lines?.forEach((line, at) => {
          painted.set(from + at, line);
          const element = shown.get(from + at);
          if (element !== undefined) paintLine(element, line);
        }),
      );
    }
  };
  addLines(sheet, source.length, fold, (index) => {
    if (grammar !== "") askTo(index);
    const line = h("span", { class: "text" });
    paintLine(line, painted.get(index) ?? plainLine(source[index] ?? ""));
    shown.set(index, line);
    return h("span", { class: "line", "data-n": first > 0 ? String(first + index) : undefined }, line);
  });
  if (source.length === 0) sheet.appendChild(h("span", { class: "nothing" }, strings.empty));
  return { element, wide: source.some((line) => line.length > wideLine) };
}

/** Returns highlighted lines, or null if they stay plain. */
export async function color(
  source: readonly string[],
  grammar: string,
  env: RenderEnv,
): Promise<readonly CodeLine[] | null> {
  if (grammar === "" || source.length === 0) return null;
  const piece = sample(source);
  if (piece.text === "") return null;
  const answer = await env.worker.highlight(piece.text, grammar, env.signal);
  return answer.kind === "done" && !env.signal.aborted ? coloredLines(source, piece, answer.value) : null;
}

/** Sets the width of the line numbers to that of the widest one. */
export function setDigits(lines: HTMLElement, last: number): void {
  lines.style.setProperty("--digits", String(String(last).length));
}

/** Replaces the content of a line. It includes the line break, so that copied text keeps its lines. */
export function paintLine(into: HTMLElement, line: CodeLine): void {
  into.replaceChildren();
  addRuns(into, line, runNode);
  into.appendChild(document.createTextNode("\n"));
}

function runNode(run: Run): Node {
  const text = markedText(run.text);
  if (run.scope === "" && run.changed !== true) return text;
  const names = [run.scope === "" ? "" : `hljs-${run.scope}`, run.changed === true ? "changed" : ""];
  return h("span", { class: names.filter((name) => name !== "").join(" ") }, text);
}
