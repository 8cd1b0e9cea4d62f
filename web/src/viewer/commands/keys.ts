import { type KeyBindingMap, tinykeys } from "tinykeys";
import { strings } from "./strings";
import { type Command, type CommandContext, commandGroups, isThere } from "./commands";

/** Binds the keys of all actions to a viewer; they work only while the focus is inside of it. */
export function bindKeys(viewer: HTMLElement, use: () => CommandContext): () => void {
  const bindings: KeyBindingMap = {};
  for (const action of commandGroups.flatMap(({ actions }) => actions)) {
    for (const key of action.keys) bindings[key] = (event) => act(action, event);
  }
  bindings.Enter = (event) => {
    // A button under the focus answers by itself.
    const open = commandGroups.flatMap(({ actions }) => actions).find(({ keys }) => keys.includes("o"));
    if (open !== undefined && origin(event)?.matches("unspool-row") === true) act(open, event);
  };
  const act = (action: Command, event: KeyboardEvent): void => {
    const now = use();
    if (isTyping(event) || scrollsItself(event) || !isThere(action, now)) return;
    event.preventDefault();
    action.run(now);
  };
  return tinykeys(viewer, bindings);
}

const mac = /Mac|iPhone|iPad/.test(navigator.platform);

/** A key as it is written on it. */
export function keyName(key: string): string {
  return key
    .replace("$mod", strings.modifier[mac ? "mac" : "other"])
    .replace(/\+(\w)$/, (_match, letter: string) => ` ${letter.toUpperCase()}`)
    .replaceAll("+", " ");
}

function isTyping(event: KeyboardEvent): boolean {
  return (
    event.isComposing || origin(event)?.closest("input, textarea, select, dialog, [popover], [contenteditable]") != null
  );
}

/** Whether Home or End are for a box that scrolls around what has the focus, and not for the conversation. */
function scrollsItself(event: KeyboardEvent): boolean {
  if (event.key !== "Home" && event.key !== "End") return false;
  for (const node of event.composedPath()) {
    if (!(node instanceof Element)) continue;
    if (node.matches("unspool-list, .around")) return false;
    if (node.scrollHeight > node.clientHeight && /auto|scroll/.test(getComputedStyle(node).overflowY)) return true;
  }
  return false;
}

/** Where the event began, also inside of a shadow root. */
function origin(event: KeyboardEvent): Element | null {
  const first = event.composedPath()[0];
  return first instanceof Element ? first : null;
}
