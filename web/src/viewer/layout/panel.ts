import { type TemplateResult, css, html, nothing } from "lit";
import type { RowContext } from "../../rows/context";
import { markInvisible } from "../../content/visible-text";
import { rawBytes } from "../../rows/parts/raw";
import type { Finding } from "../../parser/model";
import { strings as viewerStrings } from "../strings";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import { strings as paneStrings } from "../../panes/strings";
import { details } from "../../panes/details";
import { type Dates, baseName, bytes } from "../../session/format";
import { dialogPanel } from "../../ui/dialog";
import { type ShortcutsUse, shortcutsTable } from "../commands/shortcuts-dialog";
import type { Panel } from "../commands/command-context";
import { findingText } from "../../panes/records/finding-text";

const MAX_FINDINGS = 500; // of a kind

export interface PanelUse extends ShortcutsUse {
  readonly goTo: (address: string) => void;
  readonly dates: Dates;
}

/** Renders the content of the dialog. */
export function panel(shown: Panel, use: PanelUse): TemplateResult {
  switch (shown.kind) {
    case "keys":
      return dialogPanel(viewerStrings.shortcuts, shortcutsTable(use));
    case "goto":
      return dialogPanel(strings.goTo, goTo(shown.missing, use.goTo));
    case "details":
      return dialogPanel(sessionStrings.aboutSession, details(shown.summary, use.goTo, use.dates));
    case "findings":
      return dialogPanel(strings.findings, findings(shown.list, shown.context));
  }
}

function goTo(missing: boolean, go: (address: string) => void): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const value = form instanceof HTMLFormElement ? new FormData(form).get("address") : null;
    if (typeof value === "string" && value.trim() !== "") go(value.trim());
  };
  return html`<form @submit=${submit}>
    <label>
      <span>${strings.goToLabel}</span>
      <input
        class="framed"
        name="address"
        type="text"
        autocomplete="off"
        spellcheck="false"
        autofocus
        aria-invalid=${missing}
      />
    </label>
    <button type="submit" class="primary">${strings.go}</button>
    ${missing ? html`<p class="note bad" role="alert">${strings.goToMissing}</p>` : nothing}
  </form>`;
}

/** Errors come first, then notices. */
function findings(list: readonly Finding[], context: RowContext): TemplateResult {
  const errors = list.filter((finding) => finding.severity !== "info");
  const notices = list.filter((finding) => finding.severity === "info");
  return html`${errors.length === 0 ? nothing : places(errors, context)}
  ${
    notices.length === 0
      ? nothing
      : html`<h3>${strings.alsoFound}</h3>
          ${places(notices, context)}`
  }`;
}

function places(list: readonly Finding[], context: RowContext): TemplateResult {
  return html`<ul class="findings">
      ${list.slice(0, MAX_FINDINGS).map(
        (finding) =>
          html`<li class=${finding.severity}>
            <span class="place"
              >${markInvisible(paneStrings.place(baseName(finding.path), finding.line, finding.offset))}</span
            >
            <span>${markInvisible(findingText(finding))}</span>
            ${
              finding.length > 0
                ? rawBytes(
                    { ...finding, uuid: "" },
                    paneStrings.bytes(bytes(finding.length)),
                    context,
                    paneStrings.hideBytes,
                  )
                : nothing
            }
          </li>`,
      )}
    </ul>
    ${list.length > MAX_FINDINGS ? html`<p class="note">${paneStrings.more(list.length - MAX_FINDINGS)}</p>` : nothing}`;
}

export const panelStyles = css`
  .panel > h3 {
    margin-block: 1em;
  }
  .panel form {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: var(--u-2);
    margin-top: var(--u-1);
  }
  .panel label span {
    display: block;
    margin-bottom: var(--u-1);
    font-size: var(--u-size-s);
    color: var(--u-ink-2);
  }
  .panel input {
    width: 100%;
  }
  .panel form .note {
    grid-column: 1 / -1;
    margin: 0;
  }
  .findings {
    margin: var(--u-2) 0 0;
    font-size: var(--u-size-m);
    line-height: var(--u-row);
  }
  .findings li {
    display: grid;
    gap: 2px;
    padding: var(--u-2) 0;
    border-top: 1px solid var(--u-line);
    overflow-wrap: anywhere;
  }
  .findings .place {
    font-family: var(--u-mono);
    font-size: var(--u-size-f);
    color: var(--u-ink-3);
  }
`;
