/**
 * The view state, in words that an address can contain. Default values are left out. Each part is described where it is
 * parsed.
 */
export const viewStateNames = [
  "view", // the name of a pane that replaces the conversation
  "q", // the search query: session/search/search-query.ts
  "qways",
  "qkinds",
  "qtools",
  "qwho",
  "file", // the path of the file shown in the files view
  "show", // kinds of lines, and tools: see filter.ts
  "hide",
  "agent", // the ID of the agent whose lines alone are shown
] as const;

/** Changes of these parts are no history entries that "back" would undo: users type them. */
export const typedNames: readonly string[] = ["q"];

type ViewStateName = (typeof viewStateNames)[number];
export type ViewState = Readonly<Partial<Record<ViewStateName, string>>>;

/** Returns the view state with some parts changed; "" removes a part. */
export function changed(state: ViewState, change: ViewState): ViewState {
  const parts = { ...state, ...change };
  return Object.fromEntries(viewStateNames.flatMap((name) => (parts[name] ? [[name, parts[name]]] : [])));
}
