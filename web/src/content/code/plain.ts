// Long texts without a language, shown in steps with wrapped lines.
import { h } from "../dom";
import { copyButton, frame, scroller } from "../frame";
import { addLines, addRuns, ofFew } from "./lines";
import { plainLine, splitLines } from "./runs";
import { markedText } from "../text";
import { strings as contentStrings } from "../strings";

const fold = { head: 400, tail: 40 } as const;
const few = 4; // lines

export function renderPlain(text: string, title: string): HTMLElement {
  const source = splitLines(text);
  const { element, sheet } = scroller(title || contentStrings.output, "wrapped");
  addLines(sheet, source.length, fold, (index) => {
    const line = h("span", { class: "text" });
    addRuns(
      line,
      plainLine(source[index] ?? ""),
      (run) => markedText(run.text),
      source.length <= few ? ofFew : undefined,
    );
    line.appendChild(document.createTextNode("\n"));
    return h("span", { class: "line" }, line);
  });
  return frame({ kind: "source", title: markedText(title), actions: [copyButton(() => text)] }, element);
}
