import { onChange } from "../base/signals";
import { RowStore } from "../session/row-store";
import type { RowContext } from "../rows/context";
import type { SessionController } from "./session-controller";

/** The context that a view needs to render bodies by itself. */
export interface DetachedContext {
  readonly context: RowContext;
  readonly end: () => void;
}

/**
 * Returns a context for a view that renders row bodies outside the conversation. It has its own open state and nodes,
 * because a node can only be in one place.
 */
export function detachedContext(controller: SessionController, redraw: () => void): DetachedContext {
  const conversation = new RowStore(controller.api, controller.session);
  const shown = controller.context.conversation;
  const unsubscribe = onChange([conversation.contentVersion, shown.contentVersion], redraw);
  return {
    context: { ...controller.context, conversation },
    end: () => {
      unsubscribe();
      conversation.dispose();
    },
  };
}
