import { type TemplateResult, html } from "lit";
import { findIcon } from "./icons";
import { strings } from "./strings";

/** A button in the field that turns an option of the search on or off. */
export function flagButton(name: "case" | "whole" | "phrase", on: boolean, turn: () => void): TemplateResult {
  return html`<button
    type="button"
    class="way"
    aria-pressed=${on}
    aria-label=${strings.searchFlags[name]}
    title=${strings.searchFlags[name]}
    @click=${turn}
  >
    ${findIcon(name)}
  </button>`;
}

/** A button that goes to the next or the previous match. */
export function stepButton(name: "before" | "next", disabled: boolean, step: () => void): TemplateResult {
  return html`<button
    type="button"
    class="tool-button tool"
    aria-label=${strings[name]}
    title=${strings[name]}
    ?disabled=${disabled}
    @click=${step}
  >
    ${findIcon(name)}
  </button>`;
}
