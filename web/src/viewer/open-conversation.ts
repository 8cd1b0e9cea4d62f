import type { Choices, RenderEnv } from "../content/render-context";
import type { Renderers } from "../content/markdown/renderers";
import type { PartRenderer, RowContext } from "../rows/context";
import type { Assets } from "../parser/assets";
import type { Link, Row } from "../parser/model";
import type { ParserApi } from "../parser/protocol";
import { RowStore } from "../session/row-store";
import type { Dates } from "../session/format";
import { reportUnlessShown } from "../parser/parser-loss";
import type { ContentCode } from "./late-code";

/** An open conversation: the context of its rows, which contains their store. */
export interface OpenConversation {
  readonly context: RowContext;
  /** Releases what is not needed while the conversation is not on the screen. */
  readonly suspend: () => void;
  readonly end: () => void;
}

/** The parts of the viewer that a conversation uses. */
interface RowHost {
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

/** Opens the conversation of a session. Its render worker starts with the first text. */
export function openConversation(
  api: ParserApi,
  session: number,
  loadContent: () => Promise<ContentCode>,
  assets: Assets,
  around: RowHost,
): OpenConversation {
  const conversation = new RowStore(api, session);
  const abortController = new AbortController();
  const { signal } = abortController;
  let env: RenderEnv | undefined;
  const content = async (): Promise<{ readonly code: ContentCode; readonly env: RenderEnv }> => {
    const code = await loadContent();
    env ??= {
      worker: code.createRenderClient(assets.renderWorker),
      signal,
      renderers: around.renderers(),
      choices: around.choices,
    };
    return { code, env };
  };
  const bodies = conversation.rowCache.add<PartRenderer>({ maxCount: 1 });
  const context: RowContext = {
    conversation,
    signal,
    announce: around.announce,
    dates: around.dates,
    project: around.project,
    markdown: async (text) => {
      const { code, env } = await content();
      return code.renderMarkdown(text, env);
    },
    bodies: () =>
      bodies.get("", async () => {
        const { code, env } = await content();
        return code.createPartRenderer(env);
      }),
    enlarge: (thumb) => {
      content()
        .then(({ code }) => new code.Lightbox(thumb, conversation).open(thumb.getRootNode(), signal))
        .catch(reportUnlessShown);
    },
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
      abortController.abort();
      conversation.dispose();
      env?.worker.dispose();
    },
  };
}
