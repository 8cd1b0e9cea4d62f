import { Dates } from "../../session/format";
import { RowStore } from "../../session/row-store";
import { type ContentCode, type PanesCode, loadContent, loadPanes } from "../../viewer/late-code";
import { type OpenConversation, openConversation } from "../../viewer/open-conversation";
import type { RenderClient } from "../../content/render-context";
import { assetsAt } from "../../parser/assets";
import { type ParserHandle, createParser } from "../../parser/client";
import type { Row, SessionInfo } from "../../parser/model";
import { PAGE, type ParserApi } from "../../parser/protocol";
import { showsRows } from "../../parser/rows";
import type { RowContext } from "../../rows/context";
import { type CaseName, filesOf } from "./cases";
import { forSpecimens } from "./sheets";

/** A parsed case. */
interface ParsedCase {
  readonly api: ParserApi;
  readonly sessions: readonly SessionInfo[];
}

/** The shared parts of the specimens on one page: late code, one render worker, and the sheets. */
export class Workshop {
  readonly #root: () => ShadowRoot;
  readonly #gone = new AbortController();
  readonly #copies = forSpecimens();
  readonly #parsers: ParserHandle[] = [];
  readonly #conversations: OpenConversation[] = [];
  readonly #cases = new Map<CaseName, Promise<ParsedCase>>();
  readonly #dates = new Dates();
  #content: Promise<ContentCode> | undefined;
  #card: InstanceType<ContentCode["AboutCard"]> | undefined;
  #renderer: RenderClient | undefined;

  constructor(root: () => ShadowRoot) {
    this.#root = root;
  }

  dispose(): void {
    this.#gone.abort();
    for (const conversation of this.#conversations) conversation.end();
    for (const parser of this.#parsers) parser.terminate();
  }

  /** Parses a case. Every case has its own parser, since their sessions have the same IDs. */
  parse(name: CaseName): Promise<ParsedCase> {
    let parsed = this.#cases.get(name);
    if (parsed === undefined) this.#cases.set(name, (parsed = this.#parse(name)));
    return parsed;
  }

  async #parse(name: CaseName): Promise<ParsedCase> {
    const parser = createParser(assetsAt(""));
    this.#parsers.push(parser);
    await parser.api.load(filesOf(name), () => undefined);
    return { api: parser.api, sessions: await parser.api.sessions() };
  }

  /** Opens a session. */
  open(api: ParserApi, { index, project }: SessionInfo): RowContext {
    const nothing = (): void => undefined;
    const opened = openConversation(api, index, () => this.#load(), assetsAt(""), {
      dates: () => this.#dates,
      project: () => project,
      renderers: () => ({}),
      choices: { wrap: false, split: false },
      toggle: (conversation, row) => {
        const shown = showsRows(row);
        if (shown === undefined) conversation.setOpen(row, !conversation.isOpen(row));
        else void conversation.toggleRows(row, shown);
      },
      visit: nothing,
      announce: nothing,
      goTo: nothing,
      about: (context, row, from) => void this.#about(context, row, from),
    });
    this.#conversations.push(opened);
    return opened.context;
  }

  /** Opens a conversation whose rows never arrive. */
  waiting(context: RowContext): RowContext {
    const silent = { query: () => new Promise(() => undefined) };
    const conversation = new RowStore(silent as unknown as ParserApi, 0);
    conversation.onProgress(1);
    return { ...context, conversation };
  }

  /** Loads the code for the content of rows; all conversations share one render worker. */
  async #load(): Promise<ContentCode> {
    const code = await (this.#content ??= loadContent(this.#root, true));
    this.dress();
    return { ...code, createRenderClient: (url) => (this.#renderer ??= code.createRenderClient(url)) };
  }

  async #about(context: RowContext, row: Row, from: HTMLButtonElement): Promise<void> {
    const { AboutCard } = await this.#load();
    this.#card ??= new AboutCard(this.#root());
    this.#card.show({ context, row, from, linkTo: undefined, inspector: undefined, signal: this.#gone.signal });
  }

  /** Loads the list of sessions and the panels. */
  async panes(): Promise<PanesCode> {
    const code = await loadPanes(this.#root);
    this.dress();
    return code;
  }

  /** Adapts sheets to specimens: to the width of the specimen, and with forced states. */
  dress(): void {
    const root = this.#root();
    if (!root.adoptedStyleSheets.some((sheet) => this.#copies.has(sheet))) return;
    root.adoptedStyleSheets = root.adoptedStyleSheets.map((sheet) => this.#copies.get(sheet) ?? sheet);
  }
}

/** Shows the folded rows: of agents, attempts, copies and series. */
export async function expandRows(api: ParserApi, session: number): Promise<void> {
  for (;;) {
    const { rows } = await api.query("rows", { session, from: 0, count: 4 * PAGE });
    const collapsed = rows?.filter((row) => showsRows(row) === false) ?? [];
    if (collapsed.length === 0) return;
    for (const { key } of collapsed) await api.query("expand", { session, key, open: true });
  }
}
