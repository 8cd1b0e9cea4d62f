import type { SessionController, PaneName } from "../../panes/session-controller";
import { viewOf } from "../../session/view-state";

/** Panes that stand over the conversation: a view in its place hides them with it. */
const overNames: readonly PaneName[] = ["timeline", "find", "filters"];

/** Whether a pane is open, and in sight. */
export function isShown(controller: SessionController, pane: PaneName): boolean {
  return controller.isOpen(pane) && !isBelowView(controller, pane) && !isHiddenByList(controller, pane);
}

/** Hides a pane that is in sight, or shows it: with the conversation, where it stands over that. */
export function turnPane(controller: SessionController, pane: PaneName): void {
  const shown = isShown(controller, pane);
  if (isBelowView(controller, pane)) controller.change({ view: "" });
  if (isHiddenByList(controller, pane) && controller.isOpen(pane)) controller.find?.aside();
  else controller.setOpen(pane, !shown);
}

/** The outline keeps its place behind the list of what was found. */
function isHiddenByList({ look, listed }: SessionController, pane: PaneName): boolean {
  return pane === "outline" && listed && viewOf(look) === undefined;
}

function isBelowView({ look }: SessionController, pane: PaneName): boolean {
  return viewOf(look) !== undefined && overNames.includes(pane);
}
