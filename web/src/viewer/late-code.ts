import type { CSSResult } from "lit";

export type ContentCode = typeof import("./conversation-code");
export type PanesCode = typeof import("./layout/pane-manager");

/** Loads the code that renders the content of rows, and adopts its styles, with print styles if `prints` is set. */
export async function loadContent(root: () => Node, prints: boolean): Promise<ContentCode> {
  const code = await import("./conversation-code");
  adopt(root(), code.contentStyles);
  if (prints) adopt(root(), [code.printStyles], true);
  return code;
}

/** Loads the code of the panes and dialogs, and adopts its styles. */
export async function loadPanes(root: () => Node): Promise<PanesCode> {
  const code = await import("./layout/pane-manager");
  adopt(root(), code.paneStyles);
  return code;
}

/** Loads the code that opens changed files again, which comes with that of the panes. */
export async function loadRereading(): Promise<PanesCode["rereading"]> {
  return (await import("./layout/pane-manager")).rereading;
}

/** Late styles come before the viewer's own, which refine them; print styles come last. */
function adopt(root: Node, styles: readonly CSSResult[], last = false): void {
  if (!(root instanceof ShadowRoot)) return;
  const present = root.adoptedStyleSheets;
  const late = styles.flatMap(({ styleSheet }) => styleSheet ?? []).filter((sheet) => !present.includes(sheet));
  if (late.length > 0) root.adoptedStyleSheets = last ? [...present, ...late] : [...late, ...present];
}
