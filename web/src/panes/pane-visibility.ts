import type { SessionController } from "./session-controller";

/** Reports whether a pane is open and visible. */
export function isShown(controller: SessionController, pane: string): boolean {
  return controller.isOpen(pane) && !isBelowView(controller, pane) && !isHiddenByList(controller, pane);
}

/** Hides a visible pane or shows it, closing a view that covers it. */
export function togglePane(controller: SessionController, pane: string): void {
  const shown = isShown(controller, pane);
  if (isBelowView(controller, pane)) controller.changeState({ view: "" });
  if (isHiddenByList(controller, pane) && controller.isOpen(pane)) controller.find?.hideList();
  else controller.setOpen(pane, !shown);
}

/** Panes at the start are hidden by the list of matches. */
function isHiddenByList(controller: SessionController, pane: string): boolean {
  return controller.placeOf(pane) === "start" && controller.showsMatches && controller.state.view === undefined;
}

/** A view hides what is about the conversation: the panes above it, and those at its start. */
function isBelowView(controller: SessionController, pane: string): boolean {
  const place = controller.placeOf(pane);
  return controller.state.view !== undefined && (place === "top" || place === "above" || place === "start");
}
