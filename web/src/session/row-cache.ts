import type { Body, Media, RecordLocation } from "../parser/model";
import type { ParserApi, Picture } from "../parser/protocol";
import { type AsyncValue, type CacheLimits, AsyncLruCache, estimateSize } from "../base/async-value";
import type { TaskQueue } from "../base/task-queue";
import type { ShownPicture } from "../content/shown-picture";
import { reportUnlessNotLoaded } from "../base/report-error";
import { isParserAnswer, isParserLoss } from "../parser/parser-loss";

/**
 * How long arrivals are collected, in ms, since each batch updates all rows: a frame, or longer while all rows are
 * rendered.
 */
const BATCH_TIME = 16;
const BATCH_TIME_UNBOUNDED = 200;
/** The bytes of a raw record that are shown. */
export const RAW_LIMIT = 200_000;

/** Returns the name under which the raw bytes of a record are unfolded. */
export function rawName({ file, offset }: Pick<RecordLocation, "file" | "offset">): string {
  return `${file}:${offset}`;
}

/**
 * How much row content is cached beyond what is on the screen. Together this is less than half of the 60 MB that the
 * page may use, whatever a file contains. Evicted content is read again from the file, which takes a millisecond or
 * two. The bytes of images are outside the page's memory.
 */
const bodyLimits: CacheLimits<Body> = { maxCount: 300, bytes: 12 << 20, sizeOf: estimateSize };
const rawLimits: CacheLimits<Raw> = { maxCount: 60, bytes: 4 << 20, sizeOf: estimateSize };
/** A rendered character takes about ten bytes: most belong to highlighted words, each an element. */
const nodeLimits: CacheLimits<HTMLElement> = {
  maxCount: 400,
  bytes: 12 << 20,
  sizeOf: (node) => 10 * (node.textContent?.length ?? 0),
};
const pictureLimits: CacheLimits<ShownPicture> = {
  maxCount: 160,
  bytes: 64 << 20,
  sizeOf: (shown) => (shown.kind === "image" ? shown.size : 0),
  onError: (error) => {
    if (!isParserAnswer(error)) reportLost(error);
  },
  onEvict: (shown) => {
    if (shown.kind === "image") URL.revokeObjectURL(shown.url);
  },
};

/** Reports why content did not arrive, unless the parser or the rendering code is gone. */
function reportLost(error: unknown): void {
  if (!isParserLoss(error)) reportUnlessNotLoaded(error);
}

export interface Raw {
  readonly text: string;
  readonly cut: boolean;
}

/** Caches the content of rows that is loaded when it becomes visible. */
export class RowCache {
  readonly #api: ParserApi;
  readonly #session: number;
  readonly #arrived: () => void;
  readonly #all: Pick<AsyncLruCache<unknown>, "awaited" | "clear" | "startRenderPass" | "unbounded">[] = [];
  readonly #bodies: AsyncLruCache<Body>;
  readonly #raws: AsyncLruCache<Raw>;
  readonly #nodes: AsyncLruCache<HTMLElement>;
  readonly #pictures: AsyncLruCache<ShownPicture>;
  #unbounded = false;
  #batch: ReturnType<typeof setTimeout> | undefined;

  /** `tasks` runs the requests, with a rank. `arrived` is called after new content has arrived. */
  constructor(api: ParserApi, session: number, tasks: TaskQueue, rank: number, arrived: () => void) {
    this.#api = api;
    this.#session = session;
    this.#arrived = arrived;
    this.#bodies = this.add({ ...bodyLimits, tasks, rank });
    this.#raws = this.add({ ...rawLimits, tasks, rank });
    this.#nodes = this.add(nodeLimits);
    this.#pictures = this.add({ ...pictureLimits, tasks, rank });
  }

  /** Adds a cache that is cleared when the conversation leaves the screen. */
  add<T>(limits: CacheLimits<T>): AsyncLruCache<T> {
    const cache = new AsyncLruCache({ onError: reportLost, ...limits }, () => this.#scheduleBatch());
    this.#all.push(cache);
    return cache;
  }

  /** Removes all entries, or only the failed ones. */
  clear(only?: "failed"): void {
    for (const cache of this.#all) cache.clear(only);
  }

  end(): void {
    clearTimeout(this.#batch);
    this.clear();
  }

  /** Call this before everything on the screen is rendered. */
  startRenderPass(): void {
    for (const cache of this.#all) cache.startRenderPass();
  }

  /** While all rows are rendered, nothing is evicted. */
  set unbounded(on: boolean) {
    this.#unbounded = on;
    for (const cache of this.#all) cache.unbounded = on;
  }

  /** The number of pending loads. */
  get pending(): number {
    return this.#all.reduce((sum, cache) => sum + cache.awaited, this.#batch === undefined ? 0 : 1);
  }

  body(key: string): AsyncValue<Body> {
    return this.#bodies.get(key, () => this.#api.query("body", { session: this.#session, key }));
  }

  /** Returns a part of a row that is rendered once and reused. */
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

  /** Returns an image prepared by `show`. */
  picture(media: Media, show: (picture: Picture) => Promise<ShownPicture>): AsyncValue<ShownPicture> {
    return this.#pictures.get(`${media.file}:${media.offset}`, async () => show(await this.#api.image(media)));
  }

  #scheduleBatch(): void {
    this.#batch ??= setTimeout(
      () => {
        this.#batch = undefined;
        this.#arrived();
      },
      this.#unbounded ? BATCH_TIME_UNBOUNDED : BATCH_TIME,
    );
  }
}
