import type { TemplateResult } from "lit";
import type { IconNode } from "lucide";
import type { Command } from "../base/command";
import type { ViewState } from "../session/view-state";
import type { SessionController, PaneViewer } from "./session-controller";

/** The object that pane commands act on. */
export interface CommandContext {
  /** The session on the screen; undefined while there is none. */
  readonly controller: SessionController | undefined;
  readonly viewer: Pick<PaneViewer, "sessions" | "present">;
}

/**
 * The place of a pane: above the conversation, in its own line ("top") or in a shared one ("above"); beside it, or over
 * it on narrow screens ("start", "end"); or in its place ("view").
 */
export type PanePlace = "top" | "above" | "start" | "end" | "view";

/** Everything that the viewer needs to know about a pane. */
export interface PaneDescriptor {
  /** Stable, since addresses and the browser's storage contain it. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconNode;
  readonly place: PanePlace;
  /** When the pane is open on a first visit: always, or only on large screens. */
  readonly initiallyOpen?: "always" | "large";
  /** Set for a pane that is closed again on the next visit. */
  readonly isTransient?: true;
  /** Reports whether a view state needs the pane, which opens when that becomes true. */
  readonly isNeeded?: (state: ViewState) => boolean;
  /** Set for a pane about all sessions: it is rendered at once. Others wait until the conversation is painted. */
  readonly showsAllSessions?: true;
  /** Set for a view without a tab, and for a pane without a button on narrow screens: the menu lists both. */
  readonly isSecondary?: true;
  /** Set for a pane that closes on narrow screens when the user goes somewhere in the conversation. */
  readonly isClosedByMoves?: true;
  /**
   * Returns the button's label while the pane has an effect. The pane is then open until the user closes it, and
   * rendered even if it is closed.
   */
  readonly activeLabel?: (controller: SessionController) => string | undefined;
  /** The command that shows and hides the pane. */
  readonly toggle?: Command<CommandContext>;
  /** The command that moves the focus into the pane, if no command hides it. */
  readonly show?: Command<CommandContext>;
  /** Other commands. */
  readonly commands?: readonly Command<CommandContext>[];
  readonly draw: (controller: SessionController) => TemplateResult;
}

/** Reports whether a pane is beside the conversation, or over it on narrow screens. */
export function isDrawer({ place }: PaneDescriptor): boolean {
  return place === "start" || place === "end";
}

/** Reports whether there are panes around the conversation. */
export function hasPanes({ controller }: CommandContext): boolean {
  return controller?.viewer.fillsPage === true;
}
