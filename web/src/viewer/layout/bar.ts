import { type TemplateResult, css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { Ellipsis, MessagesSquare } from "lucide";
import type { Command } from "../../base/command";
import type { ViewerCommandContext } from "../commands/command-context";
import { strings } from "./strings";
import { menuEntries } from "../palette/entries";
import { strings as paletteStrings } from "../palette/strings";
import type { PaneDescriptor } from "../../panes/pane-descriptor";
import { isShown, togglePane } from "../../panes/pane-visibility";
import type { SessionController } from "../../panes/session-controller";
import { draw } from "../../ui/icon";
import { menuBaseStyles, menuListeners } from "../../ui/menu";
import { keyName } from "../commands/keys";
import { openPalette } from "../commands/viewer-commands";
import { panesAround, views } from "../panes";

type Tab = Pick<PaneDescriptor, "name" | "title" | "icon" | "isSecondary">;

const conversation: Tab = { name: "", title: strings.conversation, icon: MessagesSquare };

/** Renders the line below the header: tabs for the conversation and views, the live mark, pane buttons and a menu. */
export function bar(
  controller: SessionController,
  live: TemplateResult | typeof nothing,
  context: ViewerCommandContext,
): TemplateResult {
  const current = controller.state.view ?? "";
  const tabs = [conversation, ...views].filter(({ name, isSecondary }) => isSecondary !== true || name === current);
  return html`<nav aria-label=${strings.bar}>
    <div class="tabs">
      ${repeat(
        tabs,
        ({ name }) => name,
        (view) => tab(controller, view, view.name === current),
      )}
    </div>
    <div class="toggles">${live} ${panesAround.map((pane) => toggle(controller, pane))} ${moreMenu(context)}</div>
  </nav>`;
}

function tab(controller: SessionController, { name, title, icon }: Tab, isCurrent: boolean): TemplateResult {
  return html`<button
    type="button"
    class="tab"
    aria-label=${title}
    aria-current=${isCurrent ? "page" : nothing}
    @click=${() => controller.changeState({ view: name })}
  >
    ${draw(icon, name || "conversation")} <span>${title}</span>
  </button>`;
}

function toggle(controller: SessionController, pane: PaneDescriptor): TemplateResult {
  const { name, title, icon, isSecondary, activeLabel } = pane;
  const active = activeLabel?.(controller);
  const command = pane.toggle ?? pane.show;
  return html`<button
    type="button"
    class="toggle"
    ?data-secondary=${isSecondary}
    aria-pressed=${isShown(controller, name)}
    aria-label=${active ?? title}
    title=${withKey(active ?? title, command)}
    ?data-marked=${active !== undefined}
    @click=${() => togglePane(controller, name)}
  >
    ${draw(icon, name)} <small aria-hidden="true">${title}</small>
  </button>`;
}

/** Returns a title with the key of its command. */
function withKey(title: string, command: Pick<Command<never>, "keys"> | undefined): string {
  const key = command === undefined ? "" : keyName(command);
  return key === "" ? title : `${title} (${key})`;
}

function moreMenu(context: ViewerCommandContext): TemplateResult {
  const { beforetoggle, toggle, keydown } = menuListeners({ items: "[role=menuitem]", align: "end" });
  return html`<button
      type="button"
      class="toggle"
      popovertarget="more"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label=${strings.more}
      title=${strings.more}
    >
      ${draw(Ellipsis, "more")} <small aria-hidden="true">${strings.more}</small>
    </button>
    <div
      class="menu"
      popover
      id="more"
      role="menu"
      aria-label=${strings.more}
      @beforetoggle=${beforetoggle}
      @toggle=${toggle}
      @keydown=${keydown}
      @click=${closeMenu}
    >
      ${menuEntries(context).map(
        ({ kind, name, note, run }) =>
          html`<button
            type="button"
            role="menuitem"
            tabindex="-1"
            ?data-secondary=${kind === paletteStrings.pane}
            @click=${run}
          >
            <span>${name}</span> ${note === "" ? nothing : html`<kbd aria-hidden="true">${note}</kbd>`}
          </button>`,
      )}
    </div>`;
}

function closeMenu(event: Event): void {
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.hidePopover();
}

/** Renders the button that opens the command palette over a list of sessions. */
export function paletteButton(open: () => void): TemplateResult {
  const title = paletteStrings.titleOfList;
  return html`<button
    type="button"
    class="tool-button"
    aria-haspopup="dialog"
    aria-label=${title}
    title=${withKey(title, openPalette)}
    @click=${open}
  >
    ${draw(Ellipsis, "palette")}
  </button>`;
}

export const barStyles = [
  menuBaseStyles,
  css`
    .around > .viewbar nav {
      display: flex;
      align-items: stretch;
      justify-content: space-between;
      gap: var(--u-3);
      height: 26px;
      padding: 0 var(--u-3) 0 var(--u-2);
      border-bottom: 1px solid var(--u-line);
      font-size: var(--u-size-s);
    }
    .around > .viewbar :is(.tabs, .toggles) {
      display: flex;
      align-items: stretch;
      min-width: 0;
    }
    .around > .viewbar .toggles {
      align-items: center;
      gap: 2px;
    }
    .around > .viewbar button {
      display: flex;
      align-items: center;
      gap: 6px;
      padding: 0 10px;
      color: var(--u-ink-3);
      white-space: nowrap;
    }
    .around > .viewbar button:hover {
      color: var(--u-ink);
    }
    .around > .viewbar .icon {
      width: 15px;
      height: 15px;
    }
    .around > .viewbar .tab[aria-current] {
      color: var(--u-ink);
      box-shadow: inset 0 -2px var(--u-accent);
    }
    .around > .viewbar .toggle {
      height: 24px;
      padding: 0 7px;
      border-radius: var(--u-radius);
    }
    /* A filter is active, even if the line that shows it is closed. */
    .around > .viewbar .toggle[data-marked] {
      position: relative;
    }
    .around > .viewbar .toggle[data-marked]::after {
      content: "";
      position: absolute;
      inset: 2px 3px auto auto;
      width: 6px;
      height: 6px;
      border-radius: var(--u-pill);
      background: var(--u-accent);
    }
    .around > .viewbar .toggle:hover {
      background: var(--u-hover);
    }
    .around > .viewbar .toggle[aria-pressed="true"] {
      background: var(--u-accent-soft);
      color: var(--u-accent);
    }
    .around > .viewbar .toggle small {
      display: none;
    }
    /* Fingers need more room than a pointer. */
    @media (pointer: coarse) {
      .around > .viewbar nav {
        height: 37px;
      }
      .around > .viewbar .toggle {
        height: 32px;
        min-width: 32px;
        justify-content: center;
      }
    }
    .around > .viewbar [role="menuitem"] {
      justify-content: space-between;
      width: 100%;
      gap: var(--u-5);
      padding: 5px var(--u-2);
      border-radius: var(--u-radius);
      color: var(--u-ink);
    }
    .around > .viewbar [role="menuitem"]:is(:hover, :focus-visible) {
      background: var(--u-hover);
    }
    .around > .viewbar .menu {
      padding: var(--u-1);
    }
    @media (min-width: 641px) {
      .around > .viewbar [role="menuitem"][data-secondary] {
        display: none;
      }
    }
    @media (max-width: 640px) {
      .around > .viewbar :is(.tab .icon, .toggle[data-secondary]),
      .around > .viewbar nav:has(.tab[aria-current]:not(:first-child)) .toggle[aria-pressed] {
        display: none;
      }
      .around > .viewbar .tab {
        padding: 0 6px;
      }
      /* Without tooltips, icons need a word. */
      .around > .viewbar nav {
        height: 40px;
      }
      .around > .viewbar .toggle {
        flex-direction: column;
        justify-content: center;
        gap: 1px;
        height: 38px;
        min-width: 38px;
        padding: 0 3px;
      }
      .around > .viewbar .toggle small {
        display: block;
        font-size: 10px;
        line-height: 11px;
      }
      .around > .viewbar .tabs {
        overflow-x: auto;
        scrollbar-width: none;
      }
    }
    @media (max-width: 360px) {
      .around > .viewbar .toggle {
        min-width: 32px;
      }
      .around > .viewbar .toggle small {
        display: none;
      }
    }
    @media (max-width: 420px) {
      .around > .viewbar .live .dot + span {
        display: none;
      }
      .around > .viewbar nav {
        gap: 0;
        padding: 0 4px;
      }
      .around > .viewbar .live:has(.dot) {
        width: 24px;
        padding: 0 8px;
        overflow: hidden;
      }
    }
  `,
];
