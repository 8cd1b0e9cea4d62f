import { Dates } from "../../session/format";
import { RowStore } from "../../session/row-store";
import { type ContentCode, type PanesCode, loadContent, loadPanes } from "../../viewer/late-code";
import { AsyncLruCache } from "../../base/async-value";
import type { RenderEnv } from "../../content/render-context";
import type { Row } from "../../parser/model";
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
  #content: Promise<ContentCode> | undefined;
  #card: InstanceType<ContentCode["AboutCard"]> | undefined;
  readonly #gone = new AbortController();
  readonly #copies = forSpecimens();
  #env: RenderEnv | undefined;

  constructor(root: () => ShadowRoot) {
    this.#root = root;
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
      conversation,
      signal: this.#gone.signal,
      announce: () => undefined,
      project: () => PROJECT,
      dates: () => dates,
      markdown: async (text) => {
        const code = await this.#load();
        return code.renderMarkdown(text, this.#rendering(code));
      },
      bodies: () =>
        bodies.get("", async () => {
          const code = await this.#load();
          return code.bodyDrawer(this.#rendering(code));
        }),
      toggle: (row) => {
        if (below.has(row.key)) void conversation.turn(row, showsRows(row) ?? false);
        else conversation.setOpen(row, !conversation.isOpen(row));
      },
      goTo: () => undefined,
      about: (row, from) => void this.#about(context, row, from),
      visit: () => undefined,
    };
    return context;
  }

  /** The list of sessions and the panels. */
  async panes(): Promise<PanesCode> {
    const code = await loadPanes(this.#root);
    this.dress();
    return code;
  }

  /** Shows sheets as specimens need them: by the width of the specimen, and with states held. */
  dress(): void {
    const root = this.#root();
    if (!root.adoptedStyleSheets.some((sheet) => this.#copies.has(sheet))) return;
    root.adoptedStyleSheets = root.adoptedStyleSheets.map((sheet) => this.#copies.get(sheet) ?? sheet);
  }

  async #load(): Promise<ContentCode> {
    const code = await (this.#content ??= loadContent(this.#root, true));
    this.dress();
    return code;
  }

  async #about(context: RowContext, row: Row, from: HTMLButtonElement): Promise<void> {
    const { AboutCard } = await this.#load();
    this.#card ??= new AboutCard(this.#root());
    this.#card.show({ context, row, from, linkTo: undefined, inspector: undefined, signal: this.#gone.signal });
  }

  #rendering({ createRenderClient }: ContentCode): RenderEnv {
    return (this.#env ??= {
      worker: createRenderClient(assetsAt("").renderWorker),
      signal: this.#gone.signal,
      choices: { wrap: false, split: false },
    });
  }
}
