import type { Body, Media, RecordLocation } from "../parser/model";
import type { ParserApi, Picture } from "../parser/protocol";
import { type AsyncValue, type CacheLimits, AsyncLruCache, estimateSize } from "../base/async-value";
import type { ShownPicture } from "../content/shown-picture";
import { reportUnlessNotLoaded } from "../base/report-error";
import { isParserAnswer, isParserGone } from "../parser/parser-gone";

/**
 * How long arrivals are gathered, in ms, since each of them makes all rows look: for a frame or, where all rows are
 * drawn, for longer.
 */
const GATHERED = 16;
const GATHERED_WHOLE = 200;
/** Of a raw record no more than this is shown. */
export const RAW_LIMIT = 200_000;

/**
 * What is kept of what rows show, beyond what is on the screen. Together it is
 * less than half of the 60 MB that the page may take, whatever a file holds; what
 * falls out is read from the file again, which takes a millisecond or two. The
 * bytes of pictures lie outside of the page's memory.
 */
const bodyLimits: CacheLimits<Body> = { most: 300, bytes: 12 << 20, sizeOf: estimateSize };
const rawLimits: CacheLimits<Raw> = { most: 60, bytes: 4 << 20, sizeOf: estimateSize };
/** A character that is drawn takes some ten bytes: most are words of some colour or weight, each an element. */
const nodeLimits: CacheLimits<HTMLElement> = {
  most: 400,
  bytes: 12 << 20,
  sizeOf: (node) => 10 * (node.textContent?.length ?? 0),
};
const pictureLimits: CacheLimits<ShownPicture> = {
  most: 160,
  bytes: 64 << 20,
  sizeOf: (shown) => (shown.kind === "image" ? shown.size : 0),
  onError: (error) => {
    if (!isParserAnswer(error)) reportLost(error);
  },
  onEvict: (shown) => {
    if (shown.kind === "image") URL.revokeObjectURL(shown.url);
  },
};

/** Reports why something did not come, unless the parser or the code that draws it is gone. */
function reportLost(error: unknown): void {
  if (!isParserGone(error)) reportUnlessNotLoaded(error);
}

export interface Raw {
  readonly text: string;
  readonly cut: boolean;
}

/** All that the rows of a session show of what comes late: it is asked for when it comes into sight. */
export class RowCache {
  readonly #api: ParserApi;
  readonly #session: number;
  readonly #arrived: () => void;
  readonly #all: Pick<AsyncLruCache<unknown>, "awaited" | "clear" | "draw" | "unbounded">[] = [];
  readonly #bodies = this.add(bodyLimits);
  readonly #raws = this.add(rawLimits);
  readonly #nodes = this.add(nodeLimits);
  readonly #pictures = this.add(pictureLimits);
  #whole = false;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  /** Calls back when something has arrived. */
  constructor(api: ParserApi, session: number, arrived: () => void) {
    this.#api = api;
    this.#session = session;
    this.#arrived = arrived;
  }

  /** Keeps what rows show, until the conversation is not on the screen any more. */
  add<T>(room: CacheLimits<T>): AsyncLruCache<T> {
    const cache = new AsyncLruCache({ onError: reportLost, ...room }, () => this.#gather());
    this.#all.push(cache);
    return cache;
  }

  /** Forgets all, or what failed. */
  clear(only?: "failed"): void {
    for (const cache of this.#all) cache.clear(only);
  }

  end(): void {
    clearTimeout(this.#gathering);
    this.clear();
  }

  /** All that is on the screen is about to be drawn. */
  draw(): void {
    for (const cache of this.#all) cache.draw();
  }

  /** While all rows are drawn, nothing of what they show is let go. */
  set whole(on: boolean) {
    this.#whole = on;
    for (const cache of this.#all) cache.unbounded = on;
  }

  /** How much is still on its way. */
  get awaited(): number {
    return this.#all.reduce((sum, cache) => sum + cache.awaited, this.#gathering === undefined ? 0 : 1);
  }

  body(key: string): AsyncValue<Body> {
    return this.#bodies.get(key, () => this.#api.query("body", { session: this.#session, key }));
  }

  /** A part that is made once and shown as often as its row is. */
  node(key: string, make: () => Promise<HTMLElement>): AsyncValue<HTMLElement> {
    return this.#nodes.get(key, make);
  }

  raw(location: RecordLocation): AsyncValue<Raw> {
    return this.#raws.get(`${location.file}:${location.offset}:${location.length}`, async () => {
      const length = Math.min(location.length, RAW_LIMIT);
      const bytes = await this.#api.raw({ ...location, length });
      return { text: new TextDecoder().decode(bytes), cut: length < location.length };
    });
  }

  /** An image as `show` makes it ready. */
  picture(media: Media, show: (picture: Picture) => Promise<ShownPicture>): AsyncValue<ShownPicture> {
    return this.#pictures.get(`${media.file}:${media.offset}`, async () => show(await this.#api.image(media)));
  }

  #gather(): void {
    this.#gathering ??= setTimeout(
      () => {
        this.#gathering = undefined;
        this.#arrived();
      },
      this.#whole ? GATHERED_WHOLE : GATHERED,
    );
  }
}
