import { Dates } from "../../session/format";
import { RowStore } from "../../session/row-store";
import { pictureUse } from "../../viewer/galleries";
import { LazyModules } from "../../viewer/lazy-modules";
import { AsyncLruCache } from "../../base/async-value";
import type { RenderEnv } from "../../content/render-context";
import { assetsAt } from "../../parser/assets";
import { showsRows } from "../../parser/rows";
import type { PartRenderer, RowContext } from "../../rows/context";
import { PROJECT, type Sample } from "./make";
import { SampleParser } from "./parser";
import { forSpecimens } from "./sheets";

/** How far a specimen has been read. */
export type Reading = "all" | "waiting" | "stopped";

/** What the specimens of one page share: code that comes late, one render worker, the sheets. */
export class Workshop {
  readonly #root: () => ShadowRoot;
  readonly #late: LazyModules;
  readonly #gone = new AbortController();
  readonly #copies = forSpecimens();
  #env: RenderEnv | undefined;

  constructor(root: () => ShadowRoot) {
    this.#root = root;
    this.#late = new LazyModules(root, () => true);
  }

  dispose(): void {
    this.#gone.abort();
    this.#env?.worker.dispose();
  }

  /** The real conversation of a viewer, over invented rows. */
  open(samples: readonly Sample[], reading: Reading): RowContext {
    const parser = new SampleParser(samples, reading !== "all");
    const conversation = new RowStore(parser.api, 0);
    const bodies = new AsyncLruCache<PartRenderer>({ most: 1 }, () => conversation.redraw());
    const below = new Set(parser.shown().flatMap(({ row, under }) => (under === undefined ? [] : [row.key])));
    if (reading === "all")
      for (const { row, open } of parser.shown()) if (open === true) conversation.setOpen(row, true);
    if (reading !== "all") conversation.onProgress(samples.length);
    if (reading === "stopped") conversation.end();
    const dates = new Dates();
    const context: RowContext = {
      ...pictureUse(conversation, {
        load: () => this.#dressed(this.#late.pictures()),
        root: this.#root,
        signal: this.#gone.signal,
        announce: () => undefined,
      }),
      project: () => PROJECT,
      dates: () => dates,
      markdown: async (text) => {
        const { renderMarkdown } = await this.#dressed(this.#late.formatted());
        return renderMarkdown(text, await this.#rendering());
      },
      bodies: () => bodies.get("", () => this.#dressed(this.#late.bodies(() => this.#rendering()))),
      toggle: (row) => {
        if (below.has(row.key)) void conversation.turn(row, showsRows(row) ?? false);
        else conversation.setOpen(row, !conversation.isOpen(row));
      },
      goTo: () => undefined,
      about: (row, from) =>
        void this.#late
          .about()
          .then((card) =>
            card.show({ context, row, from, linkTo: undefined, inspector: undefined, signal: this.#gone.signal }),
          ),
      visit: () => undefined,
    };
    return context;
  }

  /** The list of sessions and the panels. */
  panes(): ReturnType<LazyModules["panes"]> {
    return this.#dressed(this.#late.panes());
  }

  /** Shows sheets as specimens need them: by the width of the specimen, and with states held. */
  dress(): void {
    const root = this.#root();
    if (!root.adoptedStyleSheets.some((sheet) => this.#copies.has(sheet))) return;
    root.adoptedStyleSheets = root.adoptedStyleSheets.map((sheet) => this.#copies.get(sheet) ?? sheet);
  }

  async #dressed<T>(coming: Promise<T>): Promise<T> {
    const come = await coming;
    this.dress();
    return come;
  }

  async #rendering(): Promise<RenderEnv> {
    const { createRenderClient } = await this.#late.formatted();
    return (this.#env ??= {
      worker: createRenderClient(assetsAt("").renderWorker),
      signal: this.#gone.signal,
      choices: { wrap: false, split: false },
    });
  }
}
