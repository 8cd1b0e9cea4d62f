import { type TemplateResult, css, html, nothing } from "lit";
import { paneWords } from "unspool:pane-words";
import { code } from "./code";
import { type Desk, type PaneName, paneNames } from "./desk";
import { type ViewName, viewNames, viewOf } from "./look";

/** The line below the header: what the session can be looked at as, and what stands around it. */
export function bar(desk: Desk): TemplateResult {
  const say = paneWords.bar;
  const shown = viewOf(desk.look);
  const view = (name: ViewName | undefined): TemplateResult => html`<button
    type="button"
    class="tab"
    aria-current=${shown === name ? "page" : nothing}
    @click=${() => desk.change({ view: name ?? "" })}
  >
    ${name === undefined ? say.conversation : say.views[name]}
  </button>`;
  const pane = (name: PaneName): TemplateResult => html`<button
    type="button"
    class="toggle"
    aria-pressed=${desk.isOpen(name)}
    @click=${() => desk.setOpen(name, !desk.isOpen(name))}
  >
    ${say.panes[name]}
  </button>`;
  const there = (name: PaneName | ViewName): boolean => code[name] !== undefined;
  return html`<nav aria-label=${say.name}>
    <div class="tabs">${view(undefined)} ${viewNames.filter(there).map(view)}</div>
    <div class="toggles">${paneNames.filter(there).map(pane)}</div>
  </nav>`;
}

export const barStyles = css`
  .around > .bar nav {
    display: flex;
    align-items: stretch;
    justify-content: space-between;
    height: 36px;
    padding: 0 var(--u-4);
    border-bottom: 1px solid var(--u-line);
    overflow-x: auto;
    scrollbar-width: none;
    font-size: var(--u-size-s);
  }
  .around > .bar :is(.tabs, .toggles) {
    display: flex;
    gap: var(--u-1);
  }
  .around > .bar button {
    padding: 0 var(--u-3);
    border: 0;
    background: none;
    color: var(--u-ink-2);
    font: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  .around > .bar button:hover {
    color: var(--u-ink);
  }
  .around > .bar button:focus-visible {
    outline: 2px solid var(--u-accent);
    outline-offset: -2px;
  }
  .around > .bar .tab[aria-current] {
    color: var(--u-ink);
    box-shadow: inset 0 -2px var(--u-accent);
  }
  .around > .bar .toggle[aria-pressed="true"] {
    color: var(--u-accent);
  }
`;
