import { css } from "lit";
import { type Placement, placeOnToggle } from "./popover";

interface MenuOptions extends Pick<Placement, "align"> {
  /** Selects the items, between which arrow keys move. */
  readonly items: string;
  /** Called before the menu opens, and after it has closed. */
  readonly toggled?: (open: boolean) => void;
}

interface MenuListeners {
  readonly beforetoggle: (event: Event) => void;
  readonly toggle: (event: Event) => void;
  readonly keydown: (event: KeyboardEvent) => void;
}

/** Returns the listeners of a menu, which is a popover after its button. An open menu has the focus. */
export function menuListeners({ items, align = "start", toggled }: MenuOptions): MenuListeners {
  return {
    beforetoggle(event) {
      const { target } = event;
      if (!(event instanceof ToggleEvent) || !(target instanceof HTMLElement)) return;
      const opens = event.newState === "open";
      target.previousElementSibling?.setAttribute("aria-expanded", String(opens));
      if (opens) toggled?.(true);
      placeOnToggle(event, { align, shrinks: true });
    },
    toggle(event) {
      const { target } = event;
      if (!(event instanceof ToggleEvent) || !(target instanceof HTMLElement)) return;
      if (event.newState === "open") {
        requestAnimationFrame(() => target.querySelector<HTMLElement>("input, button")?.focus());
        return;
      }
      toggled?.(false);
      // The focused element is gone or about to be, so the button takes the focus.
      const isLost = document.activeElement === document.body || target.querySelector(":focus") !== null;
      if (isLost && target.previousElementSibling instanceof HTMLElement) target.previousElementSibling.focus();
    },
    keydown: (event) => navigate(event, items),
  };
}

/** Arrow keys move between the items, wrapping around, and from a field to the first one. */
function navigate(event: KeyboardEvent, selector: string): void {
  const { key, target, currentTarget } = event;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    !(currentTarget instanceof HTMLElement) ||
    !(target instanceof HTMLElement)
  )
    return;
  const items = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const line = target.closest("li"); // of a menu, or around it
  const at = items.findIndex(
    (item) => item === target || (line !== null && currentTarget.contains(line) && line.contains(item)),
  );
  const typing = target.matches(".field") && (key === "Home" || key === "End"); // within the typed text
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
  if (to === undefined || typing || items.length === 0) return;
  items.at(to % items.length)?.focus();
  event.preventDefault();
  event.stopPropagation(); // otherwise the conversation would handle the key
}

/** The arrow of a button that opens a menu, and the height of the menu. */
export const menuBaseStyles = css`
  .opens::after {
    box-sizing: content-box;
    display: inline-block;
    flex: none;
    width: 5px;
    height: 5px;
    margin: -3px 1px 0 6px;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    vertical-align: middle;
    content: "";
  }
  .menu {
    max-height: var(--popover-room, calc(100vh - 16px));
    overflow: auto;
  }
`;
