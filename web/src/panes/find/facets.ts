import { type TemplateResult, html, nothing } from "lit";
import { strings } from "./strings";
import { strings as paneStrings } from "../strings";
import { choice, item, menu } from "../menu";
import type { Found } from "../../session/search/finder";
import { type SearchQuery, matchKinds, toggled } from "../../session/search/search-query";

/** The available choices. */
export type FacetName = "kind" | "tool" | "where";

interface FacetUse {
  readonly query: SearchQuery;
  readonly found: Found | undefined;
  readonly agents: boolean; // whether there are any
  readonly sessions: number;
  readonly change: (change: Partial<SearchQuery>) => void;
  /** The open menu. */
  readonly open: FacetName | undefined;
  readonly toggled: (name: FacetName, open: boolean) => void;
  readonly close: (name: FacetName) => void;
}

const MAX_TOOLS = 200;

/** The filters of a search: by kind, by tool, by agent, and where to search. */
export function facets(use: FacetUse): TemplateResult {
  const { query, change } = use;
  const hasPlaces = use.agents || query.who !== "" || use.sessions > 1;
  return html`<div class="facets" role="group" aria-label=${strings.filters}>
    ${facet(
      use,
      "kind",
      oneOrMore(strings.kind, query.kinds, (kind) => strings.kinds[kind], strings.someKinds),
      query.kinds.size > 0,
      kindMenu,
    )}
    ${facet(
      use,
      "tool",
      oneOrMore(strings.tool, query.tools, (name) => toolName(name).name, strings.someTools),
      query.tools.size > 0,
      toolMenu,
    )}
    ${hasPlaces ? facet(use, "where", placeName(query), query.who !== "" || query.flags.has("all"), whereMenu) : nothing}
    <button
      type="button"
      class="chip"
      aria-pressed=${query.flags.has("errors")}
      @click=${() => change({ flags: toggled(query.flags, "errors") })}
    >
      ${strings.failedOnly}
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

/** Returns the label of a selection: the name of its only item, or their number. */
function oneOrMore<T extends string>(
  none: string,
  chosen: ReadonlySet<T>,
  nameOf: (one: T) => string,
  some: (n: number) => string,
): string {
  const [one] = chosen;
  return one === undefined ? none : chosen.size === 1 ? nameOf(one) : some(chosen.size);
}

function kindMenu({ query, found, change, close }: FacetUse): TemplateResult {
  const shown = matchKinds.filter((kind) => (found?.kinds.get(kind) ?? 0) > 0 || query.kinds.has(kind));
  const all = (): void => {
    change({ kinds: new Set() });
    close("kind");
  };
  return html`<ul class="list">
    ${choice({ name: strings.allKinds, chosen: query.kinds.size === 0, choose: all })}
    ${shown.map((kind) =>
      item({
        name: strings.kinds[kind],
        count: found?.kinds.get(kind) ?? 0,
        checked: query.kinds.has(kind),
        toggle: () => change({ kinds: toggled(query.kinds, kind) }),
      }),
    )}
  </ul>`;
}

/** Returns the tools with matches, and the selected ones. */
function toolMenu({ query, found, change, close }: FacetUse): TemplateResult {
  const counts = new Map([...query.tools].map((name): [string, number] => [name, 0]));
  for (const [name, count] of found?.tools ?? []) counts.set(name, count);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, MAX_TOOLS);
  const all = (): void => {
    change({ tools: new Set() });
    close("tool");
  };
  if (shown.length === 0) return html`<p class="none">${strings.noTool}</p>`;
  return html`<ul class="list">
    ${choice({ name: strings.allTools, chosen: query.tools.size === 0, choose: all })}
    ${shown.map(([name, count]) =>
      item({
        ...toolName(name),
        count,
        checked: query.tools.has(name),
        toggle: () => change({ tools: toggled(query.tools, name) }),
      }),
    )}
    ${sorted.length > MAX_TOOLS ? html`<li class="none">${paneStrings.more(sorted.length - MAX_TOOLS)}</li>` : nothing}
  </ul>`;
}

/** Renders the name of a tool, and that of its server. */
function toolName(name: string): { readonly name: string; readonly note: string } {
  const [, server, tool] = /^mcp__(.*?)__(.*)$/s.exec(name) ?? [];
  return tool === undefined ? { name, note: "" } : { name: tool, note: server ?? "" };
}

function whereMenu({ query, agents, sessions, change, close }: FacetUse): TemplateResult {
  const { who } = query;
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
        ? html`${one(strings.who.all, "")}${one(strings.who.main, "main")}${one(strings.who.agents, "agents")}${
            isAgent(who) ? one(strings.who.one(who.slice(0, 20)), who) : nothing
          }`
        : nothing
    }
    ${
      sessions > 1
        ? item({
            name: strings.allSessions,
            count: undefined,
            checked: query.flags.has("all"),
            toggle: () => change({ flags: toggled(query.flags, "all") }),
          })
        : nothing
    }
  </ul>`;
}

function placeName({ who, flags }: SearchQuery): string {
  if (who === "main") return strings.who.main;
  if (who === "agents") return strings.who.agents;
  if (isAgent(who)) return strings.who.one(who.slice(0, 20));
  return flags.has("all") ? strings.allSessions : strings.where;
}

function isAgent(who: string): boolean {
  return who !== "" && who !== "main" && who !== "agents";
}
