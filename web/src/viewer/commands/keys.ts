import { type KeyBindingMap, tinykeys } from "tinykeys";
import { strings } from "./strings";
import type { ViewerCommandContext } from "./command-context";
import { commands, isEnabled } from "./registry";

/** Binds the keys of all commands to a viewer. They work only while the focus is inside it. */
export function bindKeys(viewer: HTMLElement, context: () => ViewerCommandContext): () => void {
  const bindings: KeyBindingMap = {};
  for (const command of commands) {
    const run = (event: KeyboardEvent): void => {
      const now = context();
      if (isTyping(event) || scrollsItself(event) || !isEnabled(command, now)) return;
      event.preventDefault();
      command.run(now);
    };
    for (const key of command.keys ?? []) bindings[key] = run;
    // A focused button handles Enter itself.
    if (command.isRunByEnter === true)
      bindings.Enter = (event) => origin(event)?.matches("unspool-row") === true && run(event);
  }
  return tinykeys(viewer, bindings);
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Returns the label of a command's key, as printed on it, or "" if it has none. */
export function keyName({ keys: [key = ""] = [] }: { readonly keys?: readonly string[] }, onMac = isMac()): string {
  return key
    .replace("$mod", strings.modifier[onMac ? "mac" : "other"])
    .replace("Escape", "Esc")
    .replace(/\+(\w)$/, (_match, letter: string) => ` ${letter.toUpperCase()}`)
    .replaceAll("+", " ");
}

function isTyping(event: KeyboardEvent): boolean {
  return (
    event.isComposing || origin(event)?.closest("input, textarea, select, dialog, [popover], [contenteditable]") != null
  );
}

/** Reports whether Home or End scrolls a box around the focused element instead of the conversation. */
function scrollsItself(event: KeyboardEvent): boolean {
  if (event.key !== "Home" && event.key !== "End") return false;
  for (const node of event.composedPath()) {
    if (!(node instanceof Element)) continue;
    if (node.matches("unspool-list, .around")) return false;
    if (node.scrollHeight > node.clientHeight && /auto|scroll/.test(getComputedStyle(node).overflowY)) return true;
  }
  return false;
}

/** Returns the element the event started at, even inside a shadow root. */
function origin(event: KeyboardEvent): Element | null {
  const first = event.composedPath()[0];
  return first instanceof Element ? first : null;
}
