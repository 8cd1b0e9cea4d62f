import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "../../parser/words";
import { choice, item, menu } from "../menu";
import type { Found } from "./finder";
import { type Wanted, kinds, turned } from "./search-query";

/** What can be chosen from. */
export type FacetName = "kind" | "tool" | "where";

export interface FacetUse {
  readonly wanted: Wanted;
  readonly found: Found | undefined;
  readonly agents: boolean; // there are any
  readonly sessions: number;
  readonly change: (change: Partial<Wanted>) => void;
  /** The menu that is open. */
  readonly open: FacetName | undefined;
  readonly toggled: (name: FacetName, open: boolean) => void;
  readonly close: (name: FacetName) => void;
}

const say = paneWords.find;
const MOST_TOOLS = 200;

/** What is left of all that is found: by kind, by tool, by who, and where it is looked for. */
export function facets(use: FacetUse): TemplateResult {
  const { wanted, change } = use;
  const somewhere = use.agents || wanted.who !== "" || use.sessions > 1;
  return html`<div class="facets" role="group" aria-label=${say.filters}>
    ${facet(
      use,
      "kind",
      oneOrMore(say.kind, wanted.kinds, (kind) => say.kinds[kind], say.someKinds),
      wanted.kinds.size > 0,
      kindMenu,
    )}
    ${facet(
      use,
      "tool",
      oneOrMore(say.tool, wanted.tools, (name) => toolName(name).name, say.someTools),
      wanted.tools.size > 0,
      toolMenu,
    )}
    ${somewhere ? facet(use, "where", placeName(wanted), wanted.who !== "" || wanted.ways.has("all"), whereMenu) : nothing}
    <button
      type="button"
      class="chip"
      aria-pressed=${wanted.ways.has("errors")}
      @click=${() => change({ ways: turned(wanted.ways, "errors") })}
    >
      ${say.failedOnly}
    </button>
  </div>`;
}

function facet(
  use: FacetUse,
  id: FacetName,
  label: string,
  on: boolean,
  content: (use: FacetUse) => TemplateResult,
): TemplateResult {
  return menu({
    id,
    label,
    on,
    open: use.open === id,
    content: () => content(use),
    toggled: (open) => use.toggled(id, open),
  });
}

/** What is chosen: its name where it is one thing. */
function oneOrMore<T extends string>(
  none: string,
  chosen: ReadonlySet<T>,
  nameOf: (one: T) => string,
  some: (n: number) => string,
): string {
  const [one] = chosen;
  return one === undefined ? none : chosen.size === 1 ? nameOf(one) : some(chosen.size);
}

function kindMenu({ wanted, found, change, close }: FacetUse): TemplateResult {
  const shown = kinds.filter((kind) => (found?.kinds.get(kind) ?? 0) > 0 || wanted.kinds.has(kind));
  const all = (): void => {
    change({ kinds: new Set() });
    close("kind");
  };
  return html`<ul class="list">
    ${choice({ name: say.allKinds, chosen: wanted.kinds.size === 0, choose: all })}
    ${shown.map((kind) =>
      item({
        name: say.kinds[kind],
        count: found?.kinds.get(kind) ?? 0,
        checked: wanted.kinds.has(kind),
        turn: () => change({ kinds: turned(wanted.kinds, kind) }),
      }),
    )}
  </ul>`;
}

/** The tools in which something was found, and those that are chosen. */
function toolMenu({ wanted, found, change, close }: FacetUse): TemplateResult {
  const counts = new Map([...wanted.tools].map((name): [string, number] => [name, 0]));
  for (const [name, count] of found?.tools ?? []) counts.set(name, count);
  const shown = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_TOOLS);
  const all = (): void => {
    change({ tools: new Set() });
    close("tool");
  };
  if (shown.length === 0) return html`<p class="none">${say.noTool}</p>`;
  return html`<ul class="list">
    ${choice({ name: say.allTools, chosen: wanted.tools.size === 0, choose: all })}
    ${shown.map(([name, count]) =>
      item({
        ...toolName(name),
        count,
        checked: wanted.tools.has(name),
        turn: () => change({ tools: turned(wanted.tools, name) }),
      }),
    )}
  </ul>`;
}

/** A tool's name, and the server that has it. */
function toolName(name: string): { readonly name: string; readonly note: string } {
  const [, server, tool] = /^mcp__(.*?)__(.*)$/s.exec(name) ?? [];
  return tool === undefined ? { name, note: "" } : { name: tool, note: server ?? "" };
}

function whereMenu({ wanted, agents, sessions, change, close }: FacetUse): TemplateResult {
  const { who } = wanted;
  const one = (name: string, whom: string): TemplateResult =>
    choice({
      name,
      chosen: who === whom,
      choose: () => {
        change({ who: whom });
        close("where");
      },
    });
  return html`<ul class="list">
    ${
      agents || who !== ""
        ? html`${one(say.who.all, "")}${one(say.who.main, "main")}${one(say.who.agents, "agents")}${
            isAgent(who) ? one(say.who.one(who.slice(0, 20)), who) : nothing
          }`
        : nothing
    }
    ${
      sessions > 1
        ? item({
            name: say.allSessions,
            count: undefined,
            checked: wanted.ways.has("all"),
            turn: () => change({ ways: turned(wanted.ways, "all") }),
          })
        : nothing
    }
  </ul>`;
}

function placeName({ who, ways }: Wanted): string {
  if (who === "main") return say.who.main;
  if (who === "agents") return say.who.agents;
  if (isAgent(who)) return say.who.one(who.slice(0, 20));
  return ways.has("all") ? say.allSessions : say.where;
}

function isAgent(who: string): boolean {
  return who !== "" && who !== "main" && who !== "agents";
}
