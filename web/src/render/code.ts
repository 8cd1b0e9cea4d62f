// Source code: plain at once, coloured when the worker has answered.
import { words } from "../words";
import { h } from "./dom";
import type { RenderEnv } from "./env";
import { copyButton, frame, scroller, wrapButton } from "./frame";
import { languageOf, languageOfFile } from "./languages";
import { addLines, addRuns } from "./lines";
import { colouredLines, type Line, plainLine, type Run, sample, splitLines } from "./runs";
import { markedText } from "./text";

export interface Code {
  readonly text: string;
  readonly name: string; // of its file; "" for a snippet, which has no line numbers
  readonly language?: string | undefined; // as a code fence names it
  readonly start?: number | undefined; // number of the first line; 0 when unknown
}

const fold = { head: 400, tail: 0 } as const;
const wideLine = 72; // characters: from here on it may pay to wrap

export function renderCode(code: Code, env: RenderEnv): HTMLElement {
  const source = splitLines(code.text);
  const language = code.language === undefined || code.language === "" ? languageOfFile(code.name) : languageOf(code.language);
  const title = code.name || language.title || code.language || "";
  const first = code.start || 1;
  const numbered = code.name !== "" || (code.start ?? 0) > 0;
  const { element, sheet } = scroller(title || words.render.code, numbered ? "numbered" : "");
  if (numbered) setDigits(element, first + source.length - 1);
  let painted: readonly Line[] | null = null;
  const shown = new Map<number, HTMLElement>();
  addLines(sheet, source.length, fold, (index) => {
    const text = h("span", { class: "text" });
    paintLine(text, painted?.[index] ?? plainLine(source[index] ?? ""));
    shown.set(index, text);
    return h("span", { class: "line", "data-n": numbered ? String(first + index) : undefined }, text);
  });
  if (source.length === 0) sheet.appendChild(h("span", { class: "nothing" }, words.render.empty));
  void colour(source, language.grammar, env).then((coloured) => {
    if (coloured === null) return;
    painted = coloured;
    for (const [index, text] of shown) paintLine(text, coloured[index] ?? []);
  });
  const actions = [copyButton(() => code.text)];
  if (source.some((line) => line.length > wideLine)) actions.unshift(wrapButton(element, false));
  const made = frame({ kind: "code", title: markedText(title), actions }, element);
  made.classList.toggle("snippet", code.name === "");
  return made;
}

/** Lines with their colours, or null when they stay plain. */
export async function colour(source: readonly string[], grammar: string, env: RenderEnv): Promise<readonly Line[] | null> {
  if (grammar === "" || source.length === 0) return null;
  const piece = sample(source);
  if (piece.text === "") return null;
  const answer = await env.worker.highlight(piece.text, grammar, env.signal);
  return answer.kind === "done" && !env.signal.aborted ? colouredLines(source, piece, answer.value) : null;
}

/** Room for the widest line number. */
export function setDigits(lines: HTMLElement, last: number): void {
  lines.style.setProperty("--digits", String(String(last).length));
}

/** Fills a line anew. The line's end is part of it, so that copied text keeps its lines. */
export function paintLine(into: HTMLElement, line: Line): void {
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
