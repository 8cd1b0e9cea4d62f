import type { Desk, PaneName } from "../../panes/session-controller";
import { viewOf } from "../../session/view-state";

/** Panes that stand over the conversation: a view in its place hides them with it. */
const overNames: readonly PaneName[] = ["timeline", "find", "filters"];

/** Whether a pane is open, and in sight. */
export function isShown(desk: Desk, pane: PaneName): boolean {
  return desk.isOpen(pane) && !isBelowView(desk, pane) && !isBehindList(desk, pane);
}

/** Hides a pane that is in sight, or shows it: with the conversation, where it stands over that. */
export function turnPane(desk: Desk, pane: PaneName): void {
  const shown = isShown(desk, pane);
  if (isBelowView(desk, pane)) desk.change({ view: "" });
  if (isBehindList(desk, pane) && desk.isOpen(pane)) desk.ask({ pane: "find", what: "aside" });
  else desk.setOpen(pane, !shown);
}

/** The outline keeps its place behind the list of what was found. */
function isBehindList({ look, listed }: Desk, pane: PaneName): boolean {
  return pane === "outline" && listed && viewOf(look) === undefined;
}

function isBelowView({ look }: Desk, pane: PaneName): boolean {
  return viewOf(look) !== undefined && overNames.includes(pane);
}
