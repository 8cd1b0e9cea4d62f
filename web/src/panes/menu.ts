import { type TemplateResult, css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { markInvisible, stripInvisible } from "../content/visible-text";
import { strings } from "./strings";
import { number } from "../base/format";
import { menuBaseStyles, menuListeners } from "../ui/menu";

/** A button with a popover to choose from. */
interface Menu {
  readonly id: string;
  readonly label: string;
  /** Whether something in the menu is chosen. */
  readonly on?: boolean;
  readonly open: boolean;
  /** Renders the content while the menu is open. */
  readonly content: () => TemplateResult;
  readonly toggled: (open: boolean) => void;
}

export function menu({ id, label, on = false, open, content, toggled }: Menu): TemplateResult {
  const { beforetoggle, toggle, keydown } = menuListeners({ items: "li :is(input, .choice), .all input", toggled });
  return html`<button type="button" class="opens" ?data-on=${on} popovertarget=${id} aria-expanded="false">
      <span class="ellipsis">${markInvisible(label)}</span>
    </button>
    <div
      class="menu"
      popover
      id=${id}
      role="group"
      aria-label=${stripInvisible(label)}
      @beforetoggle=${beforetoggle}
      @toggle=${toggle}
      @keydown=${keydown}
    >
      ${open ? content() : nothing}
    </div>`;
}

/** An item that can be on or off. */
interface MenuItem {
  readonly name: string;
  readonly note?: string;
  readonly count: number | undefined;
  readonly failed?: number;
  readonly checked: boolean;
  readonly toggle: () => void;
  /** Deselects all other items. */
  readonly only?: () => void;
}

export function item({ name, note = "", count, failed = 0, checked, toggle, only }: MenuItem): TemplateResult {
  return html`<li ?data-none=${count === 0}>
    <label>
      <input type="checkbox" name="shown" .checked=${live(checked)} @change=${toggle} />
      <span class="name ellipsis"
        >${markInvisible(name)}${note === "" ? nothing : html` <span class="note">${markInvisible(note)}</span>`}</span
      >
      ${failed > 0 ? html`<span class="failed">${strings.failed(failed)}</span>` : nothing}
      <span class="number">${count === undefined ? nothing : number(count)}</span>
    </label>
    ${
      only === undefined
        ? nothing
        : html`<button type="button" class="only" aria-label=${strings.onlyThis(stripInvisible(name))} @click=${only}>
            ${strings.only}
          </button>`
    }
  </li>`;
}

/** An exclusive item. */
interface Choice {
  readonly name: string;
  readonly note?: string;
  readonly count?: number | undefined;
  readonly chosen: boolean;
  readonly choose: () => void;
}

export function choice({ name, note = "", count, chosen, choose }: Choice): TemplateResult {
  return html`<li>
    <button type="button" class="choice" aria-pressed=${chosen} @click=${choose}>
      <span class="name ellipsis"
        >${markInvisible(name)}${note === "" ? nothing : html` <span class="note">${markInvisible(note)}</span>`}</span
      >
      ${count === undefined ? nothing : html`<span class="number">${number(count)}</span>`}
    </button>
  </li>`;
}

export const menuStyles = [
  menuBaseStyles,
  css`
    .opens {
      display: flex;
      align-items: center;
      min-width: 0;
    }
    .opens:is(:hover, [aria-expanded="true"]) {
      background: var(--u-hover);
      color: var(--u-ink);
    }
    .opens[data-on] {
      background: var(--u-accent-soft);
      color: var(--u-accent);
    }
    .menu {
      width: min(320px, calc(100vw - 16px));
      padding: var(--u-1);
      overflow: hidden;
    }
    .menu:popover-open {
      display: flex;
      flex-direction: column;
    }
    .list {
      flex: 0 1 auto;
      min-height: 0;
      max-height: 420px;
      overflow: auto;
      overscroll-behavior: contain;
    }
    .list li {
      display: flex;
      align-items: center;
      position: relative;
      border-radius: var(--u-radius);
    }
    .list li:is(:hover, :focus-within) {
      background: var(--u-hover);
    }
    .list li[data-none] :is(.name, .number) {
      color: var(--u-ink-3);
    }
    label,
    .choice {
      display: flex;
      flex: 1;
      align-items: center;
      gap: var(--u-2);
      min-width: 0;
      padding: 5px var(--u-2);
      color: inherit;
      text-align: start;
      cursor: pointer;
    }
    .choice[aria-pressed="true"] {
      color: var(--u-accent);
      font-weight: var(--u-medium);
    }
    .all {
      flex: none;
      border-bottom: 1px solid var(--u-line);
      margin-block-end: var(--u-1);
    }
    [type="checkbox"] {
      flex: none;
      width: 14px;
      height: 14px;
      accent-color: var(--u-accent);
    }
    .name {
      flex: 1;
    }
    :is(.note, .number) {
      color: var(--u-ink-3);
      font-weight: normal;
    }
    .number {
      font-variant-numeric: tabular-nums;
    }
    .failed {
      color: var(--u-bad);
    }
    li[data-none] .only {
      display: none;
    }
    .only {
      position: absolute;
      inset-inline-end: 0;
      padding: 5px var(--u-2);
      background: var(--u-hover);
      color: var(--u-accent);
      opacity: 0;
    }
    .list li:hover .only,
    .only:focus-visible {
      opacity: 1;
    }
    @media (hover: none) {
      .only {
        position: static;
        background: none;
        opacity: 1;
      }
    }
    .field {
      flex: none;
      margin-block-end: var(--u-1);
    }
    .none {
      padding: var(--u-2);
      color: var(--u-ink-3);
    }
  `,
];
