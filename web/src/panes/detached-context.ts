import { onChange } from "../base/signals";
import { RowStore } from "../session/row-store";
import type { RowContext } from "../rows/context";
import type { SessionController } from "./session-controller";

/** What a view needs to draw bodies by itself. */
export interface DetachedContext {
  readonly context: RowContext;
  readonly end: () => void;
}

/**
 * Bodies and raw bytes for a view that shows what rows show, too: what is open and the
 * nodes that were made are its own, for a node can only stand in one place.
 */
export function detachedContext(controller: SessionController, redraw: () => void): DetachedContext {
  const conversation = new RowStore(controller.api, controller.session);
  const shown = controller.context.conversation;
  const unsubscribe = onChange([conversation.viewVersion, shown.viewVersion], redraw);
  return {
    context: { ...controller.context, conversation },
    end: () => {
      unsubscribe();
      conversation.dispose();
    },
  };
}
