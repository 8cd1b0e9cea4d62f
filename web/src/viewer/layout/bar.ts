import { type TemplateResult, css, html, nothing } from "lit";
import { paneWords } from "../../parser/words";
import { paletteKey } from "../commands/commands";
import { type SessionController, type PaneName, paneNames } from "../../panes/session-controller";
import { paneIcon } from "./pane-icons";
import { keyName } from "../commands/keys";
import { type ViewName, viewNames, viewOf } from "../../session/view-state";
import { isShown, turnPane } from "./pane-visibility";

const strings = paneWords.bar;

/**
 * The line below the header: what the session can be looked at as, how it stands with its files, and what stands around
 * it.
 */
export function bar(
  controller: SessionController,
  live: TemplateResult | typeof nothing,
  palette: () => void,
): TemplateResult {
  return html`<nav aria-label=${strings.name}>
    <div class="tabs">${tab(controller, undefined)} ${viewNames.map((name) => tab(controller, name))}</div>
    <div class="toggles">${live} ${paneNames.map((name) => toggle(controller, name))} ${paletteButton(palette)}</div>
  </nav>`;
}

function tab(controller: SessionController, name: ViewName | undefined): TemplateResult {
  return html`<button
    type="button"
    class="tab"
    aria-current=${viewOf(controller.look) === name ? "page" : nothing}
    @click=${() => controller.change({ view: name ?? "" })}
  >
    ${paneIcon(name ?? "conversation")} <span>${name === undefined ? strings.conversation : strings.views[name]}</span>
  </button>`;
}

function toggle(controller: SessionController, name: PaneName): TemplateResult {
  const marked = name === "filters" && controller.filtering.on;
  const label = marked ? strings.filtersOn(controller.filtering.count) : strings.panes[name];
  return html`<button
    type="button"
    class="toggle"
    aria-pressed=${isShown(controller, name)}
    aria-label=${label}
    title=${label}
    ?data-marked=${marked}
    @click=${() => turnPane(controller, name)}
  >
    ${paneIcon(name)}
  </button>`;
}

/** Opens what finds all by its name. */
export function paletteButton(
  open: () => void,
  title: string = paneWords.palette.title,
  kind: "toggle" | "icon-button" = "toggle",
): TemplateResult {
  return html`<button
    type="button"
    class=${kind}
    aria-haspopup="dialog"
    aria-label=${title}
    title=${`${title} (${keyName(paletteKey)})`}
    @click=${open}
  >
    ${paneIcon("palette")}
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
  /* Something is left out, also where the line that says it is closed. */
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
      position: absolute;
      clip-path: inset(50%);
    }
    .around > .viewbar .tab {
      padding: 0 8px;
    }
  }
  @media (max-width: 420px) {
    .around > .viewbar .tab span {
      position: absolute;
      clip-path: inset(50%);
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
