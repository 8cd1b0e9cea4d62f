import { type KeyBindingMap, tinykeys } from "tinykeys";

/** What keys do. Each gives what is to be said to the reader, if anything. */
export interface KeyUse {
  readonly step: (by: 1 | -1) => void;
  readonly turn: (by: 1 | -1) => void;
  readonly error: (by: 1 | -1) => void;
  readonly toggle: () => void;
  readonly about: () => void;
  readonly all: (open: boolean) => void;
  readonly thinking: () => void;
  readonly machinery: () => void;
  readonly goTo: () => void;
  readonly edge: (end: boolean) => void;
  readonly help: () => void;
  readonly everything: () => void;
  /** Left to the browser where it is undefined. */
  readonly print: (() => void) | undefined;
}

/** Binds keys to an element; they work only while the focus is inside of it. */
export function bindKeys(target: HTMLElement, use: KeyUse): () => void {
  const own = (act: () => void) => (event: KeyboardEvent) => {
    if (isTyping(event)) return;
    event.preventDefault();
    act();
  };
  const bindings: KeyBindingMap = {
    j: own(() => use.step(1)),
    k: own(() => use.step(-1)),
    n: own(() => use.turn(1)),
    p: own(() => use.turn(-1)),
    "]": own(() => use.error(1)),
    "[": own(() => use.error(-1)),
    "AltGraph+]": own(() => use.error(1)),
    "AltGraph+[": own(() => use.error(-1)),
    o: own(use.toggle),
    Enter: (event) => {
      // A button under the focus answers by itself.
      if (origin(event)?.matches("unspool-row") === true) own(use.toggle)(event);
    },
    i: own(use.about),
    e: own(() => use.all(true)),
    c: own(() => use.all(false)),
    t: own(use.thinking),
    m: own(use.machinery),
    g: own(use.goTo),
    Home: own(() => use.edge(false)),
    End: own(() => use.edge(true)),
    "Shift+?": own(use.help),
    "?": own(use.help),
    "$mod+a": own(use.everything),
  };
  if (use.print !== undefined) bindings["$mod+p"] = own(use.print);
  return tinykeys(target, bindings);
}

function isTyping(event: KeyboardEvent): boolean {
  return event.isComposing || origin(event)?.closest("input, textarea, select, dialog, [popover], [contenteditable]") != null;
}

/** Where the event began, also inside of a shadow root. */
function origin(event: KeyboardEvent): Element | null {
  const first = event.composedPath()[0];
  return first instanceof Element ? first : null;
}
