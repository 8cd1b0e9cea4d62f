// Long words without a language: in steps, with lines that wrap.
import { words } from "../words";
import { paintLine } from "./code";
import { h } from "./dom";
import { copyButton, frame, scroller } from "./frame";
import { addLines } from "./lines";
import { plainLine, splitLines } from "./runs";
import { markedText } from "./text";

const fold = { head: 400, tail: 40 } as const;

export function renderPlain(text: string, title: string): HTMLElement {
  const source = splitLines(text);
  const { element, sheet } = scroller(title || words.render.output, "wrapped");
  addLines(sheet, source.length, fold, (index) => {
    const line = h("span", { class: "text" });
    paintLine(line, plainLine(source[index] ?? ""));
    return h("span", { class: "line" }, line);
  });
  return frame({ kind: "source", title: markedText(title), actions: [copyButton(() => text)] }, element);
}
