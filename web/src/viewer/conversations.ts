import type { Choices } from "../content/render-context";
import { strings } from "./strings";
import type { Renderers } from "../content/markdown/renderers";
import type { RowContext } from "../rows/context";
import type { InspectorLink } from "../rows/details/row-details";
import type { Assets } from "../parser/assets";
import { reason } from "../parser/failure";
import type { Link, Page, Row, SessionInfo } from "../parser/model";
import { reportUnlessParserLoss } from "../parser/parser-loss";
import type { ParserApi } from "../parser/protocol";
import { showsRows } from "../parser/rows";
import { strings as sessionStrings } from "../session/strings";
import type { RowStore } from "../session/row-store";
import type { Dates } from "../session/format";
import { notLoaded } from "../session/not-loaded";
import type { ContentCode } from "./late-code";
import { type OpenConversation, openConversation } from "./open-conversation";

/** The parts of the viewer that its conversations use. */
interface ConversationsHost {
  readonly renderRoot: () => HTMLElement | DocumentFragment;
  readonly content: () => Promise<ContentCode>;
  readonly assets: () => Assets;
  /** Returns a session as listed among the sessions. */
  readonly info: (session: number) => SessionInfo | undefined;
  readonly dates: () => Dates;
  readonly renderers: () => Renderers;
  /** Returns the function for addresses of records; undefined if the page has no such addresses. */
  readonly linkTo: () => ((uuid: string, session: string) => string) | undefined;
  /** Returns a link from the button of a row to the inspector, or undefined if there is no room for one. */
  readonly inspector: (from: HTMLElement) => InspectorLink | undefined;
  readonly announce: (text: string) => void;
  /** Shows the row with a key or of a record. */
  readonly goTo: (address: string) => void;
  /** Shows the linked session, at the record where the two meet if it is known. */
  readonly openLink: (link: Link) => Promise<void>;
}

/** The conversations that were opened since the last load, and what their rows can do. */
export class Conversations {
  readonly #host: ConversationsHost;
  readonly #bySession = new Map<number, OpenConversation>();
  readonly #lostSessions = new Set<number>(); // sessions whose parser stopped, until they are opened
  readonly #choices: Choices = { wrap: false, split: false };
  #card: InstanceType<ContentCode["AboutCard"]> | undefined;

  constructor(host: ConversationsHost) {
    this.#host = host;
  }

  /**
   * Returns the conversation of a session, and calls `onOpened` first if it is a new one. `file` is the session's file,
   * which is read first if its parser stopped.
   */
  open(api: ParserApi, session: number, file: number, onOpened: (context: RowContext) => void): RowContext {
    const known = this.#bySession.get(session);
    const isLost = this.#lostSessions.delete(session);
    if (isLost) void api.prefer([file]);
    if (known !== undefined && !isLost) return known.context;
    known?.end();
    const { content, assets, info, dates, renderers, announce, goTo, openLink } = this.#host;
    const opened = openConversation(api, session, content, assets(), {
      project: () => info(session)?.project ?? "",
      dates,
      renderers,
      choices: this.#choices,
      toggle: (conversation, row) => void this.#toggle(conversation, row),
      visit: (link) => void openLink(link).catch(reportUnlessParserLoss),
      announce,
      goTo,
      about: (context, row, from) => void this.#about(context, row, from),
    });
    this.#bySession.set(session, opened);
    onOpened(opened.context);
    return opened.context;
  }

  /** Reports whether a session can be opened: not if its file could not be read. */
  canOpen(session: number): boolean {
    return this.#isStopped(session) || this.#host.info(session)?.state !== "lost";
  }

  /** Returns why a session is lost: its parser stopped, or its file could not be read. */
  whyLost(session: number): string {
    return this.#isStopped(session) ? strings.stopped : strings.unreadFile;
  }

  /** Reports whether the parser of a lost session stopped. */
  #isStopped(session: number): boolean {
    return this.#lostSessions.has(session) || this.#bySession.has(session);
  }

  /** Announces why a session cannot be opened. */
  announceUnread(): void {
    this.#host.announce(strings.unreadFile);
  }

  /** Releases what is not needed of the conversations that are not on the screen. */
  suspendExcept(session: number | undefined): void {
    for (const [other, { suspend }] of this.#bySession) if (other !== session) suspend();
  }

  /** Ends all conversations, and releases them. */
  clear(): void {
    for (const { end } of this.#bySession.values()) end();
    this.#bySession.clear();
    this.#lostSessions.clear();
  }

  /** Marks the conversations of these sessions, or all, as ended: no more of them will be read. */
  end(sessions?: readonly number[]): void {
    for (const session of sessions ?? []) this.#lostSessions.add(session);
    for (const [session, { context }] of this.#bySession)
      if (sessions?.includes(session) !== false) context.conversation.end();
  }

  /** Every file was read. `first` are the first rows of the first session. */
  complete(first?: Page): void {
    for (const [session, { context }] of this.#bySession)
      context.conversation.complete(session === 0 ? first : undefined);
  }

  async #about(context: RowContext, row: Row, from: HTMLButtonElement): Promise<void> {
    const { content, renderRoot, info, inspector } = this.#host;
    const { signal } = context;
    const code = await content().catch((error: unknown) => notLoaded(this.#host, error));
    if (code === undefined) return;
    this.#card ??= new code.AboutCard(renderRoot());
    if (signal.aborted) return;
    const link = this.#host.linkTo();
    const id = info(context.conversation.session)?.id ?? "";
    const linkTo = link && ((uuid: string) => link(uuid, id));
    this.#card.show({ context, row, from, linkTo, signal, inspector: inspector(from) });
  }

  async #toggle(conversation: RowStore, row: Row): Promise<void> {
    try {
      const shown = showsRows(row);
      if (shown !== undefined) await conversation.toggleRows(row, shown);
      else if (row.kind === "link" || row.kind === "copied") await this.#host.openLink(row.link);
      else conversation.setOpen(row, !conversation.isOpen(row));
    } catch (error) {
      reportUnlessParserLoss(error);
      this.#host.announce(sessionStrings.failedBody(reason(error)));
    }
  }
}
