import { type TemplateResult, css, html, nothing } from "lit";
import { Ellipsis, MessagesSquare } from "lucide";
import type { Command } from "../../base/command";
import { strings } from "./strings";
import { strings as paletteStrings } from "../palette/strings";
import type { PaneDescriptor } from "../../panes/pane-descriptor";
import { isShown, togglePane } from "../../panes/pane-visibility";
import type { SessionController } from "../../panes/session-controller";
import { draw } from "../../ui/icon";
import { keyName } from "../commands/keys";
import { openPalette } from "../commands/viewer-commands";
import { panesAround, views } from "../panes";

type Tab = Pick<PaneDescriptor, "name" | "title" | "icon" | "isSecondary">;

const conversation: Tab = { name: "", title: strings.conversation, icon: MessagesSquare };

/** Renders the line below the header: tabs for the conversation and the views, the live mark, and the pane buttons. */
export function bar(
  controller: SessionController,
  live: TemplateResult | typeof nothing,
  palette: () => void,
): TemplateResult {
  return html`<nav aria-label=${strings.bar}>
    <div class="tabs">${[conversation, ...views].map((view) => tab(controller, view))}</div>
    <div class="toggles">${live} ${panesAround.map((pane) => toggle(controller, pane))} ${paletteButton(palette)}</div>
  </nav>`;
}

function tab(controller: SessionController, { name, title, icon, isSecondary }: Tab): TemplateResult {
  return html`<button
    type="button"
    class="tab"
    ?data-secondary=${isSecondary}
    aria-label=${title}
    aria-current=${(controller.state.view ?? "") === name ? "page" : nothing}
    @click=${() => controller.change({ view: name })}
  >
    ${draw(icon, name || "conversation")} <span>${title}</span>
  </button>`;
}

function toggle(controller: SessionController, pane: PaneDescriptor): TemplateResult {
  const { name, title, icon, activeLabel } = pane;
  const active = activeLabel?.(controller);
  const command = pane.toggle ?? pane.show;
  return html`<button
    type="button"
    class="toggle"
    aria-pressed=${isShown(controller, name)}
    aria-label=${active ?? title}
    title=${withKey(active ?? title, command)}
    ?data-marked=${active !== undefined}
    @click=${() => togglePane(controller, name)}
  >
    ${draw(icon, name)}
  </button>`;
}

/** Returns a title with the key of its command. */
function withKey(title: string, command: Pick<Command<never>, "keys"> | undefined): string {
  const key = command === undefined ? "" : keyName(command);
  return key === "" ? title : `${title} (${key})`;
}

/** Renders the button that opens the command palette. */
export function paletteButton(
  open: () => void,
  title: string = paletteStrings.title,
  kind: "toggle" | "tool-button" = "toggle",
): TemplateResult {
  return html`<button
    type="button"
    class=${kind}
    aria-haspopup="dialog"
    aria-label=${title}
    title=${withKey(title, openPalette)}
    @click=${open}
  >
    ${draw(Ellipsis, "palette")}
  </button>`;
}

export const barStyles = css`
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
  @media (max-width: 640px) {
    .around > .viewbar .tab:not([aria-current]) span {
      display: none;
    }
    .around > .viewbar .tab {
      padding: 0 8px;
    }
  }
  @media (max-width: 420px) {
    .around > .viewbar .tab[data-secondary]:not([aria-current]) {
      display: none;
    }
    .around > .viewbar .tab {
      padding: 0 6px;
    }
    .around > .viewbar :is(.tab span, .live .dot + span) {
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
`;
