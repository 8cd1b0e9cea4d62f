import { css } from "lit";
import { baseName, relativePath } from "../../session/format";
import { h } from "../../content/dom";
import { addLines } from "../../content/code/lines";
import { markedText } from "../../content/text";
import type { Field } from "../../parser/model";
import { stripInvisible } from "../../content/visible-text";
import { type GrepLine, finder, readGrep } from "./grep";
import { strings } from "./strings";

const fold = { head: 120, tail: 0 } as const;

/** The lines that a search found, grouped by file, with the matches marked. */
export function matches(text: string, how: Field | undefined, project: string): HTMLElement {
  const find = finder(how?.name ?? "", how?.note === "i");
  const lines = readGrep(text);
  const alone = how?.value ?? ""; // the one file that was searched
  const counts = new Map<string, number>();
  for (const line of lines) if (line.kind === "hit") counts.set(line.file, (counts.get(line.file) ?? 0) + 1);
  const list = h("div", { class: "matches", dir: "ltr", role: "list" });
  addLines(list, lines.length, fold, (index) => {
    const line = lines[index];
    if (line === undefined) return document.createTextNode("");
    const previous = lines[index - 1];
    const file = line.file || (line.number === "" ? "" : alone);
    const begins = file !== "" && line.kind !== "gap" && line.file !== previous?.file;
    const node = lineNode(line, find);
    if (!begins)
      return line.kind === "gap" && lines[index + 1]?.file !== line.file ? document.createTextNode("") : node;
    const path = relativePath(file, project);
    const name = baseName(path);
    const label = strings.matchesIn(path, counts.get(line.file) ?? 0);
    const made = document.createDocumentFragment();
    made.append(
      h(
        "div",
        { class: "in", role: "listitem", "aria-label": stripInvisible(label), title: stripInvisible(file) },
        h(
          "bdi",
          null,
          h("span", { class: "folder" }, markedText(path.slice(0, path.length - name.length))),
          markedText(name),
        ),
        h("span", { class: "beside" }, String(counts.get(line.file) ?? 0)),
      ),
      node,
    );
    return made;
  });
  return list;
}

/** Returns the number of matches marked in a line. */
const MAX_MARKS = 50;

function lineNode(line: GrepLine, find: ReturnType<typeof finder>): HTMLElement {
  if (line.kind === "gap") return h("div", { class: "gap", "aria-hidden": "true" }, "⋯");
  const text = h("span", { class: "text" });
  let at = 0;
  for (const [from, to] of line.kind === "hit" ? find(line.text).slice(0, MAX_MARKS) : []) {
    text.append(markedText(line.text.slice(at, from)), h("mark", null, markedText(line.text.slice(from, to))));
    at = to;
  }
  text.append(markedText(line.text.slice(at)), "\n");
  return h(
    "div",
    { class: "match", role: "listitem", "data-kind": line.kind },
    h("span", { class: "number" }, line.number),
    text,
  );
}

export const matchStyles = css`
  .matches {
    max-height: 480px;
    overflow: auto;
    font: var(--u-size-s) / var(--u-row) var(--u-mono);
  }
  .matches .in {
    position: sticky;
    top: 0;
    display: flex;
    gap: var(--u-2);
    padding: var(--u-1) 0;
    background: var(--u-bg);
    color: var(--u-ink);
  }
  .matches .match {
    display: grid;
    grid-template-columns: 5ch minmax(0, 1fr);
    column-gap: var(--u-3);
    color: var(--u-ink-2);
  }
  .matches .match:hover {
    background: var(--u-hover);
  }
  .matches :is(.number, .gap) {
    color: var(--u-ink-3);
    text-align: end;
    -webkit-user-select: none;
    user-select: none;
  }
  .matches .gap {
    width: 5ch;
    line-height: 12px;
  }
  .matches .text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
  }
  .matches [data-kind="around"] {
    color: var(--u-ink-3);
  }
  .matches mark {
    border-radius: 2px;
    background: var(--u-warn-soft);
    color: var(--u-ink);
    box-shadow: 0 0 0 1px var(--u-warn-soft);
    font-weight: var(--u-strong);
  }
  .matches .folder {
    color: var(--u-ink-3);
  }
`;
