import type { ListElement } from "../../list/conversation-list";
import type { RowElement } from "../../rows/row";
import type { Body, Match, Part, Row } from "../../parser/model";
import { RAW_LIMIT, rawName } from "../../session/row-cache";
import type { SessionController } from "../session-controller";
import type { Marks } from "./marks";
import type { OpenedForMatch } from "./opened-for-match";
import { holds } from "./pattern";

const TIMEOUT = 20_000; // ms for a body to arrive and be rendered, on a slow machine, too
const MAX_PRESSES = 40; // of buttons that show more lines
const MAX_LOADED = 8 << 20; // bytes of a text that is loaded to find a match in it

/** The parts of the viewport, from the top, between which a match needs no scrolling, and where it is scrolled to. */
const HIGH = 0.1;
const LOW = 0.85;
const STAND = 0.33;

/** A path to a match. */
interface RevealContext {
  readonly controller: SessionController;
  readonly marks: Marks;
  readonly match: Match;
  readonly patterns: readonly RegExp[];
  readonly opened: OpenedForMatch;
  /** Goes to the last occurrence in the row rather than the first. */
  readonly last: boolean;
  /** Reports whether the user has navigated elsewhere. */
  readonly signal: AbortSignal;
}

/** Goes to a match: opens what contains it, and scrolls to it. Returns false if no row shows it now. */
export async function revealMatch(context: RevealContext): Promise<boolean> {
  const { controller, marks, match, signal } = context;
  const { conversation } = controller.context;
  if (controller.state.view !== undefined) controller.changeState({ view: "" });
  const { list } = marks;
  const index = await conversation.resolveIndex(
    conversation.api.query("find", { session: conversation.session, address: match.key }),
  );
  if (index === null || signal.aborted) return index !== null;
  const isRendered = rowAt(list, index)?.row?.key === match.key;
  await list.goTo(index, isRendered ? "nearest" : "start", false);
  const row = await until(list, signal, () => rowAt(list, index));
  if (row?.row === undefined) return true;
  const range = await uncover(context, row, row.row);
  marks.current = range;
  if (range !== undefined && !signal.aborted) await show(list, index, row, range, context.opened);
  return true;
}

/** Returns the occurrences in the row, one by one. The input and output of a tool are in the body. */
export function placesOf({ marks, match }: Pick<RevealContext, "marks" | "match">, row: RowElement): readonly Range[] {
  const within = inBody(match) ? placesInBody({ marks, match }, row) : [];
  return within.length > 0 ? within : marks.rangesIn(row);
}

/**
 * Returns the occurrences in the body: those in the input, or those in the output; all of them if the body does not
 * distinguish them.
 */
function placesInBody({ marks, match }: Pick<RevealContext, "marks" | "match">, row: RowElement): readonly Range[] {
  const within = marks.rangesIn(row).filter((range) => standsIn(range, ".body"));
  const own = within.filter((range) => standsIn(range, RESULT) === (match.kind === "output"));
  return own.length > 0 ? own : within;
}

const RESULT = ".screen, [data-role=output], [data-role=error]";

function standsIn({ startContainer }: Range, where: string): boolean {
  return startContainer.parentElement?.closest(where) != null;
}

/** Goes to an occurrence in a row that is rendered already. */
export async function show(
  list: ListElement,
  index: number,
  row: RowElement,
  range: Range,
  opened: OpenedForMatch,
): Promise<void> {
  unfoldAround(row, range, opened);
  await list.updateComplete;
  scrollWithin(list, range);
  const bounds = list.getBoundingClientRect();
  const place = range.getBoundingClientRect();
  const height = Math.min(bounds.bottom, innerHeight) - Math.max(bounds.top, 0);
  const top = place.top - Math.max(bounds.top, 0);
  if (top < height * HIGH || place.bottom - bounds.top > height * LOW) {
    if (list.scrollHeight > list.clientHeight)
      await list.restoreScroll(index, place.top - row.getBoundingClientRect().top - height * STAND);
    else range.startContainer.parentElement?.scrollIntoView({ block: "center" }); // the page scrolls
  }
}

export function rowAt(list: ListElement, index: number): RowElement | undefined {
  return list.rowElements.find((row) => row.dataset.index === String(index));
}

function inBody({ kind }: Match): boolean {
  return kind === "input" || kind === "output";
}

/** Opens a row step by step until it shows a match. */
async function uncover(context: RevealContext, element: RowElement, row: Row): Promise<Range | undefined> {
  const { controller, marks, match, patterns, signal } = context;
  const { conversation } = controller.context;
  const body = inBody(match) && row.kind === "tool" && row.run === null;
  const there = (places = body ? placesInBody : placesOf): Range | undefined => {
    element.renderNow();
    return places(context, element).at(context.last ? -1 : 0);
  };
  if (!body && there() !== undefined) return there();
  if (row.kind === "link" || row.kind === "copied" || row.kind === "series") return undefined;
  context.opened.openRow(conversation, row);
  const content = await until(marks.list, signal, () => {
    const asyncValue = conversation.rowCache.body(row.key);
    return asyncValue.state === "loaded" ? asyncValue.value : asyncValue.state === "failed" ? null : undefined;
  });
  if (content === undefined) return undefined;
  const parts = content?.parts ?? [];
  const quiet = (): boolean =>
    conversation.pending === 0 &&
    controller.context.bodies().state !== "waiting" &&
    element.querySelector(".pending") === null;
  await until(marks.list, signal, () => there() ?? (quiet() ? true : undefined));
  if (there() !== undefined || signal.aborted) return there();
  unfoldParts(context, row, parts);
  await until(marks.list, signal, () => there() ?? (quiet() ? true : undefined));
  const showMore = async (within: string): Promise<void> => {
    for (let press = 0; press < MAX_PRESSES && there() === undefined && !signal.aborted; press++) {
      const more = element.querySelector<HTMLElement>(`${within} :is(button.more, button.more-characters)`);
      if (more === null) break;
      more.click();
      await marks.list.updateComplete;
    }
  };
  if (parts.some((part) => holds(textOf(part), patterns) || part.cut)) await showMore(".body");
  const found = there() ?? there(placesOf);
  if (found !== undefined || signal.aborted || content === null || !unfoldRecord(context, content)) return found;
  await until(marks.list, signal, () => there(placesOf) ?? (quiet() ? true : undefined));
  await showMore(".raw");
  return there(placesOf);
}

/**
 * Opens the raw record that contains the match: what is searched includes texts that have no other place in the row,
 * for example a file that the conversation refers to, or the sentence with which a tool confirms a change. Returns
 * false if the row does not have the record.
 */
function unfoldRecord({ controller, match, opened }: RevealContext, { parts, records }: Body): boolean {
  const { conversation } = controller.context;
  const items = (parts ?? []).flatMap(({ items: list }) => list ?? []).map(({ location }) => location);
  const record = [...(records ?? []), ...items].find(
    ({ file, line, offset, length }) =>
      line > 0 && file === match.file && offset <= match.offset && match.offset < offset + length,
  );
  if (record === undefined) return false;
  const name = rawName(record);
  opened.unfold(conversation, name);
  if (record.length > RAW_LIMIT && record.length <= MAX_LOADED) opened.unfold(conversation, `${name}\nall`);
  return true;
}

/** Opens folded parts of a body, and loads long parts that contain a match or may do so. */
function unfoldParts({ controller, patterns, opened }: RevealContext, row: Row, parts: readonly Part[]): void {
  const { conversation } = controller.context;
  const known = parts.some((part) => holds(textOf(part), patterns));
  parts.forEach((part, at) => {
    if (known ? holds(textOf(part), patterns) : part.cut) opened.unfold(conversation, `${row.key}\n${at}`);
    if (!known && part.cut && part.size <= MAX_LOADED) opened.unfold(conversation, `${row.key}\n${at}\nall`);
  });
}

/** Returns the complete text of a part. */
function textOf(part: Part): string {
  const fields = (part.fields ?? []).map(({ name, value }) => `${name}\n${value}`);
  const hunks = (part.hunks ?? []).flatMap(({ lines }) => lines ?? []).map((line) => line.slice(1));
  return [part.command, part.text, part.stderr, part.old, part.new, ...fields, ...hunks].join("\n");
}

/** Folded long prompts are complete in the page. */
function unfoldAround(row: RowElement, range: Range, opened: OpenedForMatch): void {
  const around = range.startContainer.parentElement;
  if (around?.closest("[data-folded]") != null && row.row !== undefined && row.context !== undefined)
    opened.unfold(row.context.conversation, `words ${row.row.key}`);
  const details = around?.closest("details");
  if (details != null) opened.openDetails(details);
}

/** Scrolls the scroll containers inside the list to the match. */
function scrollWithin(list: ListElement, range: Range): void {
  for (let box = range.startContainer.parentElement; box !== null && box !== list; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) continue;
    const { overflowX, overflowY } = getComputedStyle(box);
    if (scrolls(overflowX) && range.getBoundingClientRect().right > box.getBoundingClientRect().right) wrap(box);
    const [outer, inner] = [box.getBoundingClientRect(), range.getBoundingClientRect()];
    if (scrolls(overflowY) && (inner.top < outer.top || inner.bottom > outer.bottom))
      box.scrollTop += inner.top - outer.top - outer.height / 3;
    if (scrolls(overflowX) && (inner.left < outer.left || inner.right > outer.right))
      box.scrollLeft += inner.left - outer.left - outer.width / 3;
  }
}

/**
 * Wraps the long lines of a frame, as its button does: if the frame were scrolled to a match in one of them, the others
 * would appear blank. This does not change the user's setting for other frames.
 */
function wrap(box: Element): void {
  const frame = box.closest(".frame");
  const button = frame?.querySelector(".wraps");
  if (frame === null || button == null) return;
  button.setAttribute("aria-pressed", "true");
  for (const lines of frame.querySelectorAll(".lines")) lines.classList.add("wrapped");
}

/**
 * Checks after each render until a value is available; undefined if it never is, or if the user has navigated
 * elsewhere.
 */
async function until<T>(list: ListElement, signal: AbortSignal, look: () => T | undefined): Promise<T | undefined> {
  const end = performance.now() + TIMEOUT;
  while (!signal.aborted && performance.now() < end) {
    await list.updateComplete;
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return undefined;
}

function scrolls(overflow: string): boolean {
  return overflow === "auto" || overflow === "scroll";
}
