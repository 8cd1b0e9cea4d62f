import { LatestRun } from "../../base/latest-run";
import type { ListElement } from "../../list/conversation-list";
import type { SessionController } from "../session-controller";
import type { Viewport } from "../../session/timeline/view-transform";
import { type Spans, WAITING, isCall } from "../../session/timeline/spans";
import { ignoreParserLoss } from "../../parser/parser-loss";

const MIN_WIDTH = 8; // px, the minimum width of the visible range

/** Tracks the visible rows of the conversation as timeline entries, with one request at a time. */
export class VisibleEntries {
  readonly #changed: () => void;
  #entries: readonly [number, number] | undefined;
  #asking = false;
  readonly #run = new LatestRun();
  #again: (() => void) | undefined;
  #scrolling = false;
  #next: (() => void) | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Drops pending requests when another session is shown. */
  clear(): void {
    this.#entries = this.#again = this.#next = undefined;
    this.#run.stop();
  }

  /** The first and the last visible entry. */
  get entries(): readonly [number, number] | undefined {
    return this.#entries;
  }

  update(controller: SessionController, list: ListElement, built: number): void {
    if (this.#asking) {
      this.#again = () => this.update(controller, list, built);
      return;
    }
    const rows = list.context === controller.context ? visibleEntries(list) : undefined;
    if (rows === undefined) return;
    this.#asking = true;
    const { signal } = this.#run;
    const request = { session: controller.session, built, first: rows[0], last: rows[1] };
    void ignoreParserLoss(controller.api.query("timelineRange", request)).then((range) => {
      this.#asking = false;
      if (!signal.aborted && range != null) {
        this.#entries = [range.first, range.last];
        this.#changed();
      }
      const again = this.#again;
      this.#again = undefined;
      again?.();
    });
  }

  /** Returns the visible range on the strip, in px. */
  brush(spans: Spans, viewport: Viewport): readonly [number, number] | undefined {
    if (this.#entries === undefined) return undefined;
    const [first, last] = this.#entries;
    if (first >= spans.total || last >= spans.total) return undefined;
    const from = spans.kind[first] === WAITING ? viewport.endX(first) : viewport.startX(first);
    const to = isCall(spans.kind[last] ?? 0) ? viewport.startX(last) : viewport.endX(last);
    const short = Math.max(0, MIN_WIDTH - Math.abs(to - from)) / 2;
    return [Math.min(from, to) - short, Math.max(from, to) + short];
  }

  /** Scrolls the conversation to an entry. Of requests that arrive meanwhile, only the last is run. */
  scrollTo(controller: SessionController, list: ListElement, built: number, entry: number): void {
    if (this.#scrolling) {
      this.#next = () => this.scrollTo(controller, list, built, entry);
      return;
    }
    this.#scrolling = true;
    void ignoreParserLoss(this.#goTo(controller, list, built, entry)).finally(() => {
      this.#scrolling = false;
      const next = this.#next;
      this.#next = undefined;
      next?.();
    });
  }

  async #goTo(controller: SessionController, list: ListElement, built: number, entry: number): Promise<void> {
    const row = await controller.api.query("timelineRow", { session: controller.session, built, entry });
    if (row !== null && list.context === controller.context) await list.goTo(row, "start", false);
  }
}

/** Returns the indexes of the first and the last visible row. */
function visibleEntries(list: ListElement): readonly [number, number] | undefined {
  const { top, bottom } = list.getBoundingClientRect();
  let first: number | undefined;
  let last: number | undefined;
  for (const row of list.rowElements) {
    const box = row.getBoundingClientRect();
    if (box.height === 0 || box.bottom <= top + 8 || box.top >= bottom) continue;
    last = Number(row.dataset.index);
    first ??= last;
  }
  return first === undefined || last === undefined ? undefined : [first, last];
}
