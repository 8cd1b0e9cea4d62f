import { type TemplateResult, html, nothing } from "lit";
import { CaseSensitive, ChevronDown, ChevronUp, List, TextQuote, WholeWord } from "lucide";
import { draw, icon } from "../../ui/icon";
import { strings } from "./strings";

const icons = {
  previous: ChevronUp,
  next: ChevronDown,
  list: List,
  case: CaseSensitive,
  whole: WholeWord,
  phrase: TextQuote,
} as const;

/** A button in the field that turns an option of the search on or off. */
export function flagButton(name: "case" | "whole" | "phrase", on: boolean, turn: () => void): TemplateResult {
  return html`<button
    type="button"
    class="flag"
    aria-pressed=${on}
    aria-label=${strings.searchFlags[name]}
    title=${strings.searchFlags[name]}
    @click=${turn}
  >
    ${draw(icons[name], name)}
  </button>`;
}

interface ToolButton {
  readonly name: "previous" | "next" | "list" | "close";
  readonly disabled?: boolean;
  /** For a button that shows or hides something. */
  readonly pressed?: boolean;
  readonly press: () => void;
}

/** A button beside the field. */
export function toolButton({ name, disabled = false, pressed, press }: ToolButton): TemplateResult {
  return html`<button
    type="button"
    class="tool-button tool"
    aria-label=${strings[name]}
    title=${strings[name]}
    aria-pressed=${pressed ?? nothing}
    ?disabled=${disabled}
    @click=${press}
  >
    ${name === "close" ? icon("close") : draw(icons[name], name)}
  </button>`;
}
