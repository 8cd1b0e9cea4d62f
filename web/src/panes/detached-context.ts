import { Conversation } from "../session/row-store";
import type { RowContext } from "../rows/context";
import type { Desk } from "./session-controller";

/** What a view needs to draw bodies by itself. */
export interface Apart {
  readonly context: RowContext;
  readonly end: () => void;
}

/**
 * Bodies and raw bytes for a view that shows what rows show, too: what is open and the
 * nodes that were made are its own, for a node can only stand in one place.
 */
export function apart(desk: Desk, redraw: () => void): Apart {
  const conversation = new Conversation(desk.api, desk.session);
  const unsubscribe = [conversation, desk.context.conversation].map((one) =>
    one.subscribe((change) => {
      if (change === "view") redraw();
    }),
  );
  return {
    context: { ...desk.context, conversation },
    end: () => {
      for (const stop of unsubscribe) stop();
      conversation.dispose();
    },
  };
}
