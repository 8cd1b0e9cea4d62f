// The frame around code, diffs and terminals: a quiet bar with a name and buttons.
import { words } from "../words";
import { type Child, h } from "./dom";
import { cleaned } from "./marks";

export interface Frame {
  readonly kind: "code" | "diff" | "terminal" | "source";
  readonly title: Child;
  readonly actions: readonly Child[];
}

export function frame({ kind, title, actions }: Frame, ...body: readonly Child[]): HTMLElement {
  return h(
    "figure",
    { class: `frame ${kind}`, dir: "ltr" },
    h("figcaption", { class: "bar" }, h("span", { class: "title" }, title), h("span", { class: "actions" }, ...actions)),
    ...body,
  );
}

export interface Scroller {
  readonly element: HTMLElement; // scrolls sideways, also by keyboard
  readonly sheet: HTMLElement; // takes the lines; as wide as the widest
}

export function scroller(label: string, kind = ""): Scroller {
  const sheet = h("code", { class: "sheet", tabindex: -1 });
  return { element: h("pre", { class: `lines ${kind}`.trim(), tabindex: 0, role: "group", "aria-label": label }, sheet), sheet };
}

const shownFor = 2_000;

/** Copies what is shown: hidden characters are left out, and the button says so. */
export function copyButton(text: () => string, label: string = words.render.copy): HTMLElement {
  const button = h("button", { type: "button", class: "action", "aria-live": "polite" }, label);
  let reset: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", () => {
    const { text: clean, removed } = cleaned(text());
    const say = (said: string): void => {
      button.textContent = said;
      clearTimeout(reset);
      reset = setTimeout(() => (button.textContent = label), shownFor);
    };
    void copy(clean).then((done) => say(done ? words.render.copied(removed) : words.render.notCopied));
  });
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not permitted in this page, or no clipboard
  }
}

export function wrapButton(lines: HTMLElement, wrapped: boolean): HTMLElement {
  const button = h("button", { type: "button", class: "action", "aria-pressed": String(wrapped) }, words.render.wrap);
  lines.classList.toggle("wrapped", wrapped);
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(lines.classList.toggle("wrapped")));
  });
  return button;
}
