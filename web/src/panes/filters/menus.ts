import { type TemplateResult, html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { strings } from "./strings";
import type { AgentChoice, Choices } from "../../parser/model";
import { choice, item } from "../menu";
import {
  type Filter,
  allToolsToggled,
  listedKinds,
  only,
  showsTool,
  shows,
  toolToggled,
  toolWord,
  toggled,
} from "../../session/filter";
/** Names that are listed; others are found by typing. */
const MAX = 100;
/** Shorter lists have no filter field. */
const FEW = 8;

/** The content and actions of the menus. */
interface MenuUse {
  readonly filter: Filter;
  readonly choices: Choices | undefined;
  readonly agents: readonly AgentChoice[] | undefined;
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly change: (filter: Filter) => void;
  readonly close: () => void;
}

/** Renders the kinds of lines with their counts. */
export function kindMenu({ filter, choices, change }: MenuUse): TemplateResult {
  return html`<ul class="list">
    ${listedKinds.map((kind) => {
      const count = choices?.kinds?.find(({ name }) => name === kind)?.count;
      return item({
        name: strings.kinds[kind],
        count,
        checked: shows(filter, kind),
        toggle: () => change(toggled(filter, kind)),
        only: () => change(only(filter, kind)),
      });
    })}
  </ul>`;
}

/** Renders the tools by name. */
export function toolMenu({ filter, choices, typed, type, change }: MenuUse): TemplateResult {
  const all = choices?.tools ?? [];
  const names = all.map(({ name }) => name);
  const found = all.filter(({ name, server, tool }) => has(`${name} ${server} ${tool}`, typed));
  if (choices !== undefined && all.length === 0) return html`<p class="none">${strings.noTools}</p>`;
  const shown = names.filter((name) => showsTool(filter, name)).length;
  return html`${all.length > FEW ? field(typed, type) : nothing}
    ${
      typed === ""
        ? html`<label class="all"
            ><input
              type="checkbox"
              name="all"
              .checked=${live(shown === all.length)}
              .indeterminate=${shown > 0 && shown < all.length}
              @change=${() => change(allToolsToggled(filter, names))}
            /><span>${strings.allTools}</span></label
          >`
        : nothing
    }
    <ul class="list">
      ${repeat(
        found.slice(0, MAX),
        ({ name }) => name,
        ({ name, server, tool, calls, failed }) =>
          item({
            name: tool,
            note: server,
            count: calls,
            failed,
            checked: showsTool(filter, name),
            toggle: () => change(toolToggled(filter, name, names)),
            only: () => change(only(filter, toolWord(name))),
          }),
      )}
    </ul>
    ${moreNote(found.length, (choices?.more ?? 0) + found.length - Math.min(found.length, MAX))}`;
}

/** Renders the agents; one can be shown alone. */
export function agentMenu({ filter, choices, agents, typed, type, change, close }: MenuUse): TemplateResult {
  if (choices?.agents === 0) return html`<p class="none">${strings.noAgents}</p>`;
  const all = agents ?? [];
  const found = all.filter(({ name, task, id }) => has(`${name} ${task} ${id}`, typed));
  const choose = (id: string): void => {
    change({ ...filter, agent: id });
    close();
  };
  const one = (id: string, name: string, note: string, count: number | undefined): TemplateResult =>
    choice({ name, note, count, chosen: filter.agent === id, choose: () => choose(id) });
  return html`${all.length > FEW ? field(typed, type) : nothing}
    <ul class="list">
      ${typed === "" ? one("", strings.allAgents, "", undefined) : nothing}
      ${repeat(
        found.slice(0, MAX),
        (_agent, at) => at,
        ({ id, name, task, rows }) => one(id, name || strings.unnamed, task, rows),
      )}
    </ul>
    ${moreNote(found.length, found.length - Math.min(found.length, MAX))}`;
}

function field(typed: string, type: (text: string) => void): TemplateResult {
  return html`<input
    type="search"
    name="find"
    class="framed field"
    placeholder=${strings.find}
    aria-label=${strings.find}
    .value=${live(typed)}
    @input=${(event: Event) => event.target instanceof HTMLInputElement && type(event.target.value)}
  />`;
}

function moreNote(found: number, more: number): TemplateResult | typeof nothing {
  if (found === 0) return html`<p class="none">${strings.noMatch}</p>`;
  return more > 0 ? html`<p class="none">${strings.more(more)}</p>` : nothing;
}

function has(text: string, typed: string): boolean {
  return text.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
}
