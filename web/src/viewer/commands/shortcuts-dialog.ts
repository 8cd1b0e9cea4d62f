import { type TemplateResult, css, html } from "lit";
import { strings } from "./strings";
import type { ViewerCommandContext } from "./command-context";
import { keyName } from "./keys";
import { commandGroups, isEnabled } from "./registry";

export interface ShortcutsUse {
  readonly commands: ViewerCommandContext;
  /** Closes the dialog, then calls `then`. */
  readonly leave: (then: () => void) => void;
}

/** Renders all keys. Clicking one runs its command, except for keys that a part of the page handles itself. */
export function shortcutsTable(use: ShortcutsUse): TemplateResult {
  const [move, ...groups] = commandGroups.flatMap(({ title, commands }) => {
    const withKeys = commands.filter(({ keys }) => keys !== undefined);
    const rows = withKeys.map((command) => {
      const run = (): void => use.leave(() => command.run(use.commands));
      // A disabled command keeps its place, grayed out.
      return html`<li>
        <button type="button" ?disabled=${!isEnabled(command, use.commands)} @click=${run}>
          ${row(keyName(command), command.title)}
        </button>
      </li>`;
    });
    return rows.length === 0 ? [] : [section(title, rows)];
  });
  const [anywhere, ...parts] = strings.otherKeys.map(({ name, keys }) =>
    section(
      name,
      keys.map(([key, does]) => html`<li>${row(key, does)}</li>`),
    ),
  );
  return html`<div class="keylists">${move} ${anywhere} ${groups} ${parts}</div>
    <p class="note">${strings.shortcutsNote}</p>`;
}

function section(name: string, rows: readonly TemplateResult[]): TemplateResult {
  return html`<section>
    <h3>${name}</h3>
    <ul class="keylist">
      ${rows}
    </ul>
  </section>`;
}

function row(key: string, does: string): TemplateResult {
  return html`<span class="does">${does}</span> <kbd>${key}</kbd>`;
}

export const shortcutsStyles = css`
  dialog:has(.keylists) {
    width: min(1080px, calc(100% - 32px));
  }
  .keylists {
    columns: 3 260px;
    column-gap: var(--u-5);
  }
  .keylists section {
    padding-block: 2px var(--u-1);
    break-inside: avoid;
  }
  .keylists h3 {
    font-size: var(--u-size-s);
    font-weight: var(--u-strong);
    color: var(--u-ink-3);
  }
  .keylist {
    margin: 2px calc(-1 * var(--u-2)) 0;
    font-size: var(--u-size-m);
  }
  .keylist :is(button, li:not(:has(button))) {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--u-3);
    width: 100%;
    padding: 2px var(--u-2);
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    line-height: calc(var(--u-row) * 1.1);
    text-align: start;
  }
  .keylist button:enabled {
    cursor: pointer;
  }
  .keylist button:enabled:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .keylist button:disabled {
    opacity: 0.5;
  }
  kbd {
    display: inline-block;
    flex: none;
    min-width: 22px;
    padding: 0 6px;
    border: 1px solid var(--u-line-strong);
    border-radius: 4px;
    font: var(--u-size-f) / var(--u-row) var(--u-font);
    text-align: center;
    color: var(--u-ink-2);
  }
`;
