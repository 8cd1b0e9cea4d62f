import { cleaned } from "../content/invisible-characters";
import { isLeftOut, rowMarkdown, speaker } from "../rows/details/as-markdown";
import type { RowContext } from "../rows/context";
import type { Row } from "../parser/model";
import { isCut, runOf } from "../parser/rows";
import type { RowSpan, RowStore } from "../session/row-store";
import type { ListElement } from "./conversation-list";
import { selectedRange } from "./selected-range";
import { strings } from "./strings";
import { settled } from "../base/report-error";

// Determines the selected rows of a conversation and their text.

const STEP = 200; // rows requested at a time
const MAX = 20_000_000; // characters that are copied
const REPORT_INTERVAL = 500; // ms between two progress messages

/** Returns the rows that are selected completely or partly; "everything" if the list itself is selected. */
export function selectedSpan(list: ListElement): RowSpan | "everything" | undefined {
  const range = selectedRange(list);
  if (range === undefined) return undefined;
  const { startContainer, endContainer } = range;
  if (!list.contains(startContainer) && !list.contains(endContainer)) return undefined;
  const feed = list.querySelector(".feed");
  if (startContainer === feed && endContainer === feed) return "everything";
  const rows = list.rowElements;
  const from = list.contains(startContainer) ? (rowOf(startContainer) ?? rows[0]) : rows[0];
  const to = list.contains(endContainer) ? (rowOf(endContainer) ?? rows.at(-1)) : rows.at(-1);
  return from === undefined || to === undefined ? undefined : { from: placeOf(from), to: placeOf(to) };
}

function rowOf(node: Node): HTMLElement | null {
  return (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>("unspool-row") ?? null;
}

function placeOf(row: HTMLElement): number {
  return Number(row.dataset.index);
}

/** Returns the selected text, or undefined if not all of it is rendered. */
export function selectedText(list: ListElement): string | undefined {
  const still = selectedRange(list);
  const { selectedRange: span } = list;
  if (still === undefined || span === undefined) return undefined;
  const rows = list.rowElements.filter((row) => placeOf(row) >= span.from && placeOf(row) <= span.to);
  if (rows.length <= span.to - span.from) return undefined;
  const range = document.createRange();
  range.setStart(still.startContainer, still.startOffset);
  range.setEnd(still.endContainer, still.endOffset);
  return rows
    .map((row) => textOf(row, range))
    .filter((text) => text !== "")
    .join("\n\n");
}

/**
 * Returns the text of an element within a range, without what styles make unselectable. The text of an element with
 * `data-copy-as` is that value; a line with `data-copy-prefix` begins with that, unless only a part of that line is
 * selected.
 */
function textOf(root: Element, range: Range): string {
  const out = new TextBuilder();
  const visit = (node: Node, pre: boolean, stacked: boolean, between: string, place: number): void => {
    if (!range.intersectsNode(node)) return;
    if (node instanceof Text) {
      const text = node.data.slice(
        node === range.startContainer ? range.startOffset : 0,
        node === range.endContainer ? range.endOffset : undefined,
      );
      const collapsed = pre ? text : text.replace(/\s+/g, " ");
      out.add(!pre && out.endsWithSpace ? collapsed.trimStart() : collapsed);
      return;
    }
    if (!(node instanceof HTMLElement)) return;
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden") return;
    const { copyAs, copyPrefix } = node.dataset;
    // WebKit knows the property only with its prefix.
    if (copyAs === undefined && style.getPropertyValue("-webkit-user-select") === "none") return;
    const isPrefixed = copyPrefix !== undefined;
    if (isPrefixed && isOnlyTouched(node, range)) return;
    const block = isPrefixed || (stacked && !/^(inline|contents)/.test(style.display));
    if (between !== "" && (block || !stacked)) {
      if (stacked) out.newLine(pre);
      else out.trim().add(between);
    }
    if (style.display === "list-item" && style.listStyleType !== "none") out.add(markerOf(node, place));
    if (isPrefixed && !(node.contains(range.startContainer) && node.contains(range.endContainer))) out.add(copyPrefix);
    const before = out.wordCount;
    const separator = separatorIn(style);
    const keeps = /^(pre|break)/.test(style.whiteSpace);
    let at = 0; // of the element among its siblings
    if (copyAs !== undefined) out.add(copyAs);
    for (const child of copyAs === undefined ? node.childNodes : [])
      visit(
        child,
        keeps,
        separator === "\n",
        out.wordCount > before ? separator : "",
        child instanceof Element ? at++ : 0,
      );
    if (block && !out.empty) out.newLine(keeps);
  };
  visit(root, false, true, "", 0);
  return out.text.replace(/^\n+/, "").trimEnd();
}

/** Reports whether a range begins or ends in a line without a character of its text. */
function isOnlyTouched(line: Element, range: Range): boolean {
  const begins = line.contains(range.startContainer);
  const ends = line.contains(range.endContainer);
  if (!begins && !ends) return false;
  const part = range.cloneRange();
  if (!begins) part.setStart(line, 0);
  if (!ends) part.setEnd(line, line.childNodes.length);
  return /^\n?$/.test(part.toString()) && !/^\n?$/.test(line.textContent);
}

/** Builds a text from many pieces, since selections can be long. */
class TextBuilder {
  readonly #pieces: string[] = []; // none is empty
  wordCount = 0; // pieces that are not only white space

  add(text: string): void {
    if (text === "") return;
    this.#pieces.push(text);
    if (/\S/.test(text)) this.wordCount++;
  }

  /** Removes white space at the end. */
  trim(): this {
    for (let last = this.#pieces.pop(); last !== undefined; last = this.#pieces.pop()) {
      const trimmed = last.trimEnd();
      if (trimmed === "") continue;
      this.#pieces.push(trimmed);
      break;
    }
    return this;
  }

  /** Ends the line; empty lines stay if they are in preformatted text. */
  newLine(pre: boolean): void {
    if (pre && this.#pieces.at(-1)?.endsWith("\n") === true) return;
    if (!pre) this.trim();
    this.add("\n");
  }

  get empty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether the text is empty or ends with white space. */
  get endsWithSpace(): boolean {
    const last = this.#pieces.at(-1);
    return last === undefined || /\s/.test(last.slice(-1));
  }

  get text(): string {
    return this.#pieces.join("");
  }
}

/**
 * Returns the separator between the children of an element, which are below one another, or side by side with or
 * without a gap.
 */
function separatorIn(style: CSSStyleDeclaration): string {
  if (style.display === "table-row") return "\t";
  if (!/flex|grid/.test(style.display) || style.flexDirection === "column") return "\n";
  return Number.parseFloat(style.columnGap) > 0 ? " " : "";
}

function markerOf(item: HTMLElement, place: number): string {
  const list = item.parentElement;
  return list instanceof HTMLOListElement ? `${list.start + place}. ` : "- ";
}

/**
 * Copies rows of which some are not rendered; they are fetched in steps. Returns the text if the browser requires
 * another user gesture.
 */
export async function copyRows(
  span: RowSpan,
  context: RowContext,
  announce: (text: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { conversation } = context;
  const gathered = gather(span, conversation, context.project(), announce, signal);
  const blob = gathered.then(({ text }) => new Blob([text], { type: "text/plain" }));
  const write = async (): Promise<boolean> => {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  };
  const builder = await settled(write());
  if (builder === undefined && signal.aborted) return undefined;
  const { text, rows, all } = await gathered;
  if (builder === undefined) announce(strings.copyAgain);
  else announce(rows < all ? strings.copyCut(rows, all) : strings.copied(rows));
  return builder === undefined ? text : undefined;
}

interface SelectedText {
  readonly text: string;
  readonly rows: number;
  readonly all: number;
}

async function gather(
  span: RowSpan,
  conversation: RowStore,
  project: string,
  announce: (text: string) => void,
  signal: AbortSignal,
): Promise<SelectedText> {
  const { api, session } = conversation;
  const all = Math.min(span.to + 1, conversation.total);
  const texts: string[] = [];
  let length = 0;
  let rows = 0;
  let reportedAt = performance.now();
  for (let from = span.from; from < all && length < MAX; from += STEP) {
    const page = (await api.query("rows", { session, from, count: Math.min(STEP, all - from) })).rows ?? [];
    signal.throwIfAborted();
    for (const row of page) {
      // As in the page, where hidden characters are marks.
      const { text } = cleaned(await wholeText(row, conversation, project));
      length += text.length;
      texts.push(text);
      rows++;
      if (length >= MAX) break;
    }
    if (performance.now() - reportedAt < REPORT_INTERVAL) continue;
    reportedAt = performance.now();
    announce(strings.copying(rows, all - span.from));
  }
  return { text: texts.filter((text) => text !== "").join("\n\n"), rows, all: all - span.from };
}

/** Returns a row as the user sees it, as Markdown: with its body if that is open, and with its complete text. */
async function wholeText(row: Row, conversation: RowStore, project: string): Promise<string> {
  if (isLeftOut(row)) return "";
  const open = isCut(row) || (conversation.isOpen(row) && runOf(row) === null);
  const body = open
    ? await conversation.api.query("body", { session: conversation.session, key: row.key })
    : { key: row.key, parts: null, records: null };
  return [speaker(row), await rowMarkdown(row, body, project, true)].filter((one) => one !== "").join("\n\n");
}
