import { type TemplateResult, html, nothing } from "lit";
import { type ShareFormat, type ShareLevel, type SharePart, shareFormats, shareLevels, shareParts } from "./share-task";
import { strings } from "./strings";

/** What is chosen. */
interface Chosen {
  readonly format: ShareFormat;
  readonly level: ShareLevel;
  readonly prompts: string;
  readonly without: ReadonlySet<SharePart>;
}

export interface ChoiceHandlers {
  readonly onFormat: (format: ShareFormat) => void;
  readonly onLevel: (level: ShareLevel) => void;
  readonly onPart: (part: SharePart, isOut: boolean) => void;
  readonly onPrompts: (prompts: string) => void;
}

/** Renders the formats, and the levels of detail of a document. */
export function formatChoices(chosen: Chosen, { onFormat, onLevel }: ChoiceHandlers): TemplateResult {
  return html`<fieldset class="formats">
      <legend class="unseen">${strings.format}</legend>
      ${shareFormats.map(
        (format) =>
          html`<label>
            <input
              type="radio"
              name="format"
              value=${format}
              .checked=${chosen.format === format}
              @change=${() => onFormat(format)}
            />
            <span>${strings.formats[format].name}</span>
          </label>`,
      )}
      <p>${strings.formats[chosen.format].what}</p>
    </fieldset>
    ${chosen.format === "markdown" || chosen.format === "html" ? levelChoices(chosen, onLevel) : nothing}`;
}

function levelChoices(chosen: Chosen, onLevel: ChoiceHandlers["onLevel"]): TemplateResult {
  return html`<fieldset class="line">
    <legend>${strings.level}</legend>
    ${shareLevels.map(
      (level) =>
        html`<label
          ><input
            type="radio"
            name="level"
            value=${level}
            .checked=${chosen.level === level}
            @change=${() => onLevel(level)}
          />
          ${strings.levels[level]}</label
        >`,
    )}
  </fieldset>`;
}

/** Renders what can be left out. */
export function partChoices(chosen: Chosen, { onPart, onPrompts }: ChoiceHandlers): TemplateResult {
  const change = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) onPrompts(event.target.value);
  };
  return html`<fieldset class="line">
      <legend>${strings.without}</legend>
      ${shareParts.map(
        (part) =>
          html`<label
            ><input
              type="checkbox"
              name="part"
              .checked=${chosen.without.has(part)}
              @change=${() => onPart(part, !chosen.without.has(part))}
            />
            ${strings.parts[part]}</label
          >`,
      )}
    </fieldset>
    <label class="field">
      ${strings.prompts}
      <input
        class="framed"
        name="prompts"
        .value=${chosen.prompts}
        placeholder=${strings.promptsExample}
        @change=${change}
      />
    </label>`;
}

/** Parses numbers of prompts: "12", "12-18", "12-" or "-5". Undefined if they are written in another way. */
export function parsePrompts(text: string): readonly [first: number, last: number] | undefined {
  const [, from = "", dash, to = ""] = /^\s*(\d{0,9})\s*([-–])?\s*(\d{0,9})\s*$/.exec(text) ?? [];
  if (from === "" && to === "") return undefined;
  const first = Number(from || 1);
  const last = dash === undefined ? first : Number(to || Number.MAX_SAFE_INTEGER);
  return first >= 1 && last >= first ? [first, Math.min(last, 2 ** 31 - 1)] : undefined;
}
