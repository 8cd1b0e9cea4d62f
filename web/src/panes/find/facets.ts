import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "unspool:pane-words";
import type { Found } from "./finder";
import { visible } from "../../rows/marked";
import { type Wanted, kinds, turned } from "./wanted";

export interface FacetUse {
  readonly wanted: Wanted;
  readonly found: Found | undefined;
  readonly agents: boolean; // there are any
  readonly sessions: number;
  readonly change: (change: Partial<Wanted>) => void;
}

/** What is left of all that is found: by kind, by tool, by who, and where it is looked for. */
export function facets(use: FacetUse): TemplateResult {
  const { wanted, found, change } = use;
  const say = paneWords.find;
  const shownKinds = kinds.filter((kind) => (found?.kinds.get(kind) ?? 0) > 0 || wanted.kinds.has(kind));
  return html`<div class="facets" role="group" aria-label=${say.filters}>
    ${shownKinds.map((kind) =>
      chip(say.kinds[kind], found?.kinds.get(kind) ?? 0, wanted.kinds.has(kind), () => change({ kinds: turned(wanted.kinds, kind) })),
    )}
    ${chip(say.failedOnly, undefined, wanted.ways.has("errors"), () => change({ ways: turned(wanted.ways, "errors") }))} ${tools(use)} ${who(use)}
    ${use.sessions > 1 ? chip(say.allSessions, undefined, wanted.ways.has("all"), () => change({ ways: turned(wanted.ways, "all") })) : nothing}
  </div>`;
}

function chip(name: string, count: number | undefined, pressed: boolean, press: () => void): TemplateResult {
  return html`<button type="button" class="chip" aria-pressed=${pressed} @click=${press}>
    ${name}${count === undefined ? nothing : html`<span class="number">${paneWords.find.number(count)}</span>`}
  </button>`;
}

/** The tools that are chosen, and a list of the others in which something was found. */
function tools({ wanted, found, change }: FacetUse): TemplateResult {
  const say = paneWords.find;
  const others = [...(found?.tools ?? [])].filter(([name]) => !wanted.tools.has(name)).sort(([, one], [, other]) => other - one);
  const add = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement) || target.value === "") return;
    change({ tools: turned(wanted.tools, target.value) });
    target.value = "";
  };
  return html`${[...wanted.tools].map((name) => chip(visible(name), found?.tools.get(name) ?? 0, true, () => change({ tools: turned(wanted.tools, name) })))}
  ${others.length === 0
    ? nothing
    : html`<select name="tool" aria-label=${say.tools} @change=${add}>
        <option value="">${wanted.tools.size === 0 ? say.anyTool : say.moreTools}</option>
        ${others.slice(0, MOST_TOOLS).map(([name, count]) => html`<option value=${name}>${say.toolCount(visible(name), count)}</option>`)}
      </select>`}`;
}

const MOST_TOOLS = 200;

function who({ wanted, agents, change }: FacetUse): TemplateResult | typeof nothing {
  if (!agents && wanted.who === "") return nothing;
  const say = paneWords.find.who;
  const choose = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) change({ who: target.value });
  };
  const one = wanted.who !== "" && wanted.who !== "main" && wanted.who !== "agents";
  return html`<select name="who" aria-label=${say.name} @change=${choose}>
    <option value="" ?selected=${wanted.who === ""}>${say.all}</option>
    <option value="main" ?selected=${wanted.who === "main"}>${say.main}</option>
    <option value="agents" ?selected=${wanted.who === "agents"}>${say.agents}</option>
    ${one ? html`<option value=${wanted.who} selected>${say.one(visible(wanted.who.slice(0, 20)))}</option>` : nothing}
  </select>`;
}
