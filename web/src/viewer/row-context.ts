import type { Choices } from "../content/code-view-options";
import type { RenderEnv } from "../content/render-context";
import type { Renderers } from "../content/markdown/renderers";
import type { PartRenderer, RowContext } from "../rows/context";
import type { Assets } from "../parser/assets";
import type { Link, Row } from "../parser/model";
import type { ParserApi } from "../parser/protocol";
import { RowStore } from "../session/row-store";
import type { Dates } from "../session/format";
import { type Pictures, pictureUse } from "./galleries";

/** What formats text. */
export interface RenderingCode {
  readonly createRenderClient: (typeof import("../content/render-context"))["createRenderClient"];
  readonly renderMarkdown: (typeof import("../content/markdown/markdown"))["renderMarkdown"];
}

/** What shows the content of rows: code that is loaded late. */
export interface RowCode {
  readonly root: Node;
  formatted(): Promise<RenderingCode>;
  pictures(): Promise<Pictures>;
  bodies(rendering: () => Promise<RenderEnv>): Promise<PartRenderer>;
}

/** A conversation with what its rows need. */
export interface OpenConversation {
  readonly context: RowContext;
  /** Lets go of what is not needed while it is not on the screen. */
  readonly suspend: () => void;
  readonly end: () => void;
}

/** What a conversation asks of the viewer around it. */
export interface RowHost {
  readonly dates: () => Dates;
  readonly project: () => string;
  readonly renderers: () => Renderers;
  readonly choices: Choices;
  readonly toggle: (conversation: RowStore, row: Row) => void;
  readonly visit: (link: Link) => void;
  readonly announce: (text: string) => void;
  readonly goTo: (address: string) => void;
  readonly about: (context: RowContext, row: Row, from: HTMLButtonElement) => void;
}

/** Opens a session's conversation. Its render worker starts with the first words. */
export function openConversation(
  api: ParserApi,
  session: number,
  late: RowCode,
  assets: Assets,
  signal: AbortSignal,
  around: RowHost,
): OpenConversation {
  const conversation = new RowStore(api, session);
  let env: RenderEnv | undefined;
  const rendering = async (): Promise<RenderEnv> => {
    const { createRenderClient } = await late.formatted();
    return (env ??= {
      worker: createRenderClient(assets.renderWorker),
      signal,
      renderers: around.renderers(),
      choices: around.choices,
    });
  };
  const bodies = conversation.rowCache.add<PartRenderer>({ most: 1 });
  const context: RowContext = {
    ...pictureUse(conversation, {
      load: () => late.pictures(),
      root: () => late.root,
      signal,
      announce: around.announce,
    }),
    dates: around.dates,
    project: around.project,
    markdown: async (text) => (await late.formatted()).renderMarkdown(text, await rendering()),
    bodies: () => bodies.get("", () => late.bodies(rendering)),
    toggle: (row) => around.toggle(conversation, row),
    visit: around.visit,
    goTo: around.goTo,
    about: (row, from) => around.about(context, row, from),
  };
  return {
    context,
    suspend: () => {
      conversation.suspend();
      env?.worker.suspend();
    },
    end: () => {
      conversation.dispose();
      env?.worker.dispose();
    },
  };
}
