/**
 * What a reader looks at and how, in words that an address can hold: each is left out
 * where it is as at the beginning. What a part holds is told where it is read.
 */
export const lookNames = [
  "view", // the name of a pane that takes the place of the conversation
  "q", // words that are looked for, and how: panes/find/search-query.ts
  "qways",
  "qkinds",
  "qtools",
  "qwho",
  "file", // of the view of files: the path of the one that is shown
  "show", // kinds of lines, and tools: see filter.ts
  "hide",
  "agent", // id of the agent of whom alone there are lines
] as const;

/** Of these every change is no step of its own, which "back" would undo: they are typed. */
export const typedNames: readonly string[] = ["q"];

export type ViewStateName = (typeof lookNames)[number];
export type ViewState = Readonly<Partial<Record<ViewStateName, string>>>;

/** A look with some parts changed; "" takes a part away. */
export function changed(look: ViewState, change: ViewState): ViewState {
  const parts = { ...look, ...change };
  return Object.fromEntries(lookNames.flatMap((name) => (parts[name] ? [[name, parts[name]]] : [])));
}
