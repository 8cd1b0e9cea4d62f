// The frame around code, diffs and terminals: an unobtrusive bar with a name and buttons.
import type { Choices } from "./render-context";
import { copy } from "./copy";
import { type Child, fragment, h } from "./dom";
import { cleaned } from "./invisible-characters";
import { markedText } from "./text";
import { strings } from "./strings";
import { reportUnlessParserLoss } from "../parser/parser-loss";
import { menuListeners } from "../ui/menu";

interface Frame {
  readonly kind: "code" | "diff" | "terminal" | "source";
  readonly title: Child;
  readonly actions: readonly Child[];
}

export function frame({ kind, title, actions }: Frame, ...body: readonly Child[]): HTMLElement {
  return h(
    "figure",
    { class: `frame ${kind}`, dir: "ltr" },
    h(
      "figcaption",
      { class: "bar" },
      h("span", { class: "title" }, title),
      h("span", { class: "actions" }, ...actions),
    ),
    ...body,
  );
}

/** A path whose folders are truncated before its name is. */
export function pathTitle(name: string, path = name): Node {
  const base = Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1;
  return h(
    "bdi",
    { class: "located", title: cleaned(path).text },
    base > 0 && h("span", { class: "ellipsis" }, markedText(name.slice(0, base))),
    h("span", { class: "ellipsis" }, markedText(name.slice(base))),
  );
}

interface Scroller {
  readonly element: HTMLElement; // scrolls sideways, also with the keyboard
  readonly sheet: HTMLElement; // contains the lines; as wide as the widest one
}

export function scroller(label: string, kind = ""): Scroller {
  const sheet = h("code", { class: "sheet", tabindex: -1 });
  return {
    element: h(
      "pre",
      { class: `lines ${kind}`.trim(), tabindex: 0, role: "group", "aria-label": cleaned(label).text },
      sheet,
    ),
    sheet,
  };
}

const shownFor = 2_000;

/**
 * Copies the shown text: hidden characters are left out, and the button says so. Text that is not loaded may arrive
 * later.
 */
export function copyButton(
  text: () => string | Promise<string>,
  label: string = strings.copy,
  onCopied?: (text: string) => void,
): HTMLElement {
  const button = h("button", { type: "button", class: "action", "aria-live": "polite" }, label);
  button.addEventListener("click", () => copyFor(button, label, text(), onCopied));
  return button;
}

function copyFor(
  button: HTMLElement,
  label: string,
  content: string | Promise<string>,
  onCopied?: (text: string) => void,
): void {
  const showStatus = (text: string): void => {
    button.textContent = text;
    setTimeout(() => (button.textContent = label), shownFor);
  };
  const take = async (text: string): Promise<void> => {
    const { text: clean, removed } = cleaned(text);
    const isCopied = await copy(clean, button);
    showStatus(isCopied ? strings.copied(removed) : strings.notCopied);
    if (isCopied) onCopied?.(clean);
  };
  // Loaded text is copied at once: browsers require that for a click.
  if (typeof content === "string") void take(content);
  else
    content.then(take, (error: unknown) => {
      reportUnlessParserLoss(error);
      showStatus(strings.notRead);
    });
}

interface Copy {
  readonly label: string;
  readonly text: () => string;
}

/** Several things to copy behind one button. The list is a popover, so that no frame clips it. */
export function menu(label: string, title: string, copies: readonly Copy[]): Node {
  const button = h(
    "button",
    {
      type: "button",
      class: "action opens",
      "aria-live": "polite",
      "aria-expanded": "false",
      title,
    },
    label,
  );
  const list = h("div", { class: "menu", role: "group", "aria-label": title });
  list.popover = "auto";
  button.popoverTargetElement = list;
  for (const { label: name, text } of copies) {
    const item = h("button", { type: "button", class: "action" }, name);
    item.addEventListener("click", () => {
      list.hidePopover();
      copyFor(button, label, text());
    });
    list.appendChild(item);
  }
  const { beforetoggle, toggle, keydown } = menuListeners({ items: ".action", align: "end" });
  list.addEventListener("beforetoggle", beforetoggle);
  list.addEventListener("toggle", toggle);
  list.addEventListener("keydown", keydown);
  return fragment(button, list);
}

interface Option<N extends string> {
  readonly name: N;
  readonly label: string;
}

/** Buttons of which exactly one is pressed. */
export function choice<N extends string>(
  label: string,
  options: readonly Option<N>[],
  first: N,
  choose: (name: N) => void,
): Node {
  if (options.length < 2) return fragment();
  const buttons = options.map((option) => {
    const button = h(
      "button",
      { type: "button", class: "action", "data-name": option.name, "aria-pressed": String(option.name === first) },
      option.label,
    );
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      choose(option.name);
    });
    return button;
  });
  return h("span", { class: "choice", role: "group", "aria-label": label }, ...buttons);
}

/** Wraps long lines of the current content of the frame. */
export function wrapButton(lines: HTMLElement, choices: Choices): HTMLElement {
  const button = h(
    "button",
    { type: "button", class: "action wraps", "aria-pressed": String(choices.wrap) },
    strings.wrap,
  );
  lines.classList.toggle("wrapped", choices.wrap);
  button.addEventListener("click", () => {
    choices.wrap = !(button.getAttribute("aria-pressed") === "true");
    button.setAttribute("aria-pressed", String(choices.wrap));
    for (const shown of button.closest(".frame")?.querySelectorAll(".lines") ?? [])
      shown.classList.toggle("wrapped", choices.wrap);
  });
  return button;
}
