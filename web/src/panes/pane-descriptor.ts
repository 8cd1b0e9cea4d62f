import type { TemplateResult } from "lit";
import type { IconNode } from "lucide";
import type { Command } from "../base/command";
import type { SessionController, ViewerHost } from "./session-controller";

/** What commands act upon. */
export interface CommandContext {
  /** The session on the screen; undefined while there is none. */
  readonly controller: SessionController | undefined;
  readonly viewer: Pick<ViewerHost, "sessions" | "present">;
}

/**
 * Where a pane stands: over the conversation, in lines of their own ("top") or in one that they share ("above"); beside
 * it, and over it where room is short ("start", "end"); or in its place ("view").
 */
export type PanePlace = "top" | "above" | "start" | "end" | "view";

/** All that the viewer has to know of a pane. */
export interface PaneDescriptor {
  /** Stable: addresses and the browser's storage have it. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconNode;
  readonly place: PanePlace;
  /** Whether it is open on a first visit, if the screen is large enough for it. */
  readonly initiallyOpen?: "always" | "large";
  /** Set for a pane that the next visit does not find open. */
  readonly isTransient?: true;
  /** The label of its button while it has an effect; it is drawn then even if it is closed. */
  readonly activeLabel?: (controller: SessionController) => string | undefined;
  /** The command that shows and hides it. */
  readonly toggle?: Command<CommandContext>;
  /** The command that leads into it, for a pane that the command does not hide. */
  readonly show?: Command<CommandContext>;
  /** Other commands. */
  readonly commands?: readonly Command<CommandContext>[];
  readonly draw: (controller: SessionController) => TemplateResult;
}

/** Reports whether a pane stands beside the conversation, and over it where room is short. */
export function isDrawer({ place }: PaneDescriptor): boolean {
  return place === "start" || place === "end";
}

/** Reports whether panes stand around the conversation. */
export function hasPanes({ controller }: CommandContext): boolean {
  return controller?.viewer.fillsPage === true;
}
