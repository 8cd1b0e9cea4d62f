import { type TemplateResult, html, nothing } from "lit";
import { stripInvisible } from "../../../content/visible-text";
import type { AgentChoice } from "../../../parser/model";
import {
  type ShareFormat,
  type ShareLevel,
  type SharePart,
  shareFormats,
  shareLevels,
  shareParts,
  shortTitle,
} from "./share-task";
import { strings } from "./strings";

/** What is chosen. */
interface Chosen {
  readonly format: ShareFormat;
  readonly level: ShareLevel;
  readonly prompts: string;
  readonly without: ReadonlySet<SharePart>;
  readonly agent: AgentChoice | undefined;
}

export interface ChoiceHandlers {
  readonly onFormat: (format: ShareFormat) => void;
  readonly onLevel: (level: ShareLevel) => void;
  readonly onPart: (part: SharePart, isOut: boolean) => void;
  readonly onPrompts: (prompts: string) => void;
  readonly onAgent: (agent: AgentChoice | undefined) => void;
}

/** Renders the formats, their variants, and the levels of detail. */
export function formatChoices(chosen: Chosen, handlers: ChoiceHandlers): TemplateResult {
  const { format } = chosen;
  const variants: readonly ShareFormat[] = shareFormats.find((some) => isIn(some, format)) ?? [];
  return html`<fieldset class="formats">
      <legend class="unseen">${strings.format}</legend>
      ${shareFormats.map(
        (some) =>
          html`<label>
            <input
              type="radio"
              name="format"
              value=${some[0]}
              .checked=${isIn(some, format)}
              @change=${() => handlers.onFormat(some[0])}
            />
            <span>${strings.formats[some[0]].name}</span>
          </label>`,
      )}
      <p>${strings.formats[format].what}</p>
    </fieldset>
    ${
      variants.length > 1
        ? radios("variant", strings.variant, variants, strings.variants, format, handlers.onFormat)
        : nothing
    }
    ${levelChoices(chosen, handlers.onLevel)}`;
}

function isIn(formats: readonly ShareFormat[], format: ShareFormat): boolean {
  return formats.includes(format);
}

function levelChoices({ format, level }: Chosen, onLevel: ChoiceHandlers["onLevel"]): TemplateResult | typeof nothing {
  switch (format) {
    case "markdown":
    case "html":
      return radios("level", strings.level, shareLevels, strings.levels, level, onLevel);
    case "traces":
    case "chrome":
      return radios(
        "level",
        strings.level,
        traceLevels,
        strings.traceLevels,
        level === "all" ? "all" : "tools",
        onLevel,
      );
    default:
      return nothing;
  }
}

/** The levels of traces: all of them have the tools, and "all" has the texts. */
const traceLevels = ["tools", "all"] as const;

/** Renders one choice in a line. */
function radios<T extends string>(
  name: string,
  legend: string,
  values: readonly T[],
  labels: Readonly<Partial<Record<T, string>>>,
  chosen: T,
  onChoose: (value: T) => void,
): TemplateResult {
  return html`<fieldset class="line">
    <legend>${legend}</legend>
    ${values.map(
      (value) =>
        html`<label
          ><input
            type="radio"
            name=${name}
            value=${value}
            .checked=${chosen === value}
            @change=${() => onChoose(value)}
          />
          ${labels[value]}</label
        >`,
    )}
  </fieldset>`;
}

/** Renders the conversations, if there are several. */
export function conversationChoice(
  { agent }: Chosen,
  agents: readonly AgentChoice[],
  { onAgent }: ChoiceHandlers,
): TemplateResult | typeof nothing {
  if (agents.length === 0) return nothing;
  const change = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLSelectElement) onAgent(agents[currentTarget.selectedIndex - 1]);
  };
  return html`<label class="field">
    ${strings.conversation}
    <select class="framed" name="conversation" @change=${change}>
      <option ?selected=${agent === undefined}>${strings.main}</option>
      ${agents.map(
        (one) =>
          html`<option ?selected=${one === agent}>
            ${stripInvisible(shortTitle(strings.agent(one.name, one.task)))}
          </option>`,
      )}
    </select>
  </label>`;
}

/** Renders what can be left out. Of branches there may be none. */
export function partChoices(
  chosen: Chosen,
  hasBranches: boolean,
  { onPart, onPrompts }: ChoiceHandlers,
): TemplateResult {
  const change = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) onPrompts(event.target.value);
  };
  return html`<fieldset class="line">
      <legend>${strings.without}</legend>
      ${(hasBranches ? shareParts : shareParts.filter((part) => part !== "branches")).map(
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
