import type { SessionController } from "./session-controller";

/** Reports whether a pane is open and visible. */
export function isShown(controller: SessionController, pane: string): boolean {
  return controller.isOpen(pane) && !isBelowView(controller, pane) && !isHiddenByList(controller, pane);
}

/** Hides a pane that is visible, or shows it, and the conversation with it if it stands over that. */
export function togglePane(controller: SessionController, pane: string): void {
  const shown = isShown(controller, pane);
  if (isBelowView(controller, pane)) controller.change({ view: "" });
  if (isHiddenByList(controller, pane) && controller.isOpen(pane)) controller.find?.aside();
  else controller.setOpen(pane, !shown);
}

/** Panes at the start keep their place behind the list of matches. */
function isHiddenByList(controller: SessionController, pane: string): boolean {
  return controller.placeOf(pane) === "start" && controller.listed && controller.look.view === undefined;
}

/** A view hides what stands over the conversation. */
function isBelowView(controller: SessionController, pane: string): boolean {
  const place = controller.placeOf(pane);
  return controller.look.view !== undefined && (place === "top" || place === "above");
}
