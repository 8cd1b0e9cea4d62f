import { decoded } from "../base/decode-uri";
import type { ViewState } from "./view-state";

/** The kinds of lines that users can filter by, in listed order. The parser uses the same names. */
export const listedKinds = [
  "prompts",
  "events",
  "replies",
  "thinking",
  "tools",
  "results",
  "agents",
  "background",
  "branches",
  "errors",
] as const;
/** Kinds that only presets use. */
const otherKinds = ["changes"] as const;
export type Kind = (typeof listedKinds)[number] | (typeof otherKinds)[number];

/**
 * The filter of the conversation. `show` keeps lines that match any of its words, or all lines if it is empty; `hide`
 * removes those that match. Words are kinds, or tools as "tool:Bash".
 */
export interface Filter {
  readonly show: readonly string[];
  readonly hide: readonly string[];
  /** The ID of the agent whose lines alone are shown; "" for all. */
  readonly agent: string;
}

export const everything: Filter = { show: [], hide: [], agent: "" };

export const presetNames = ["all", "skim", "conversation", "changes", "errors"] as const;
export type Preset = (typeof presetNames)[number];

const presets: Readonly<Record<Preset, readonly string[]>> = {
  all: [],
  skim: ["prompts"],
  conversation: ["prompts", "replies"],
  changes: ["prompts", "changes"],
  errors: ["prompts", "errors"], // each error with its turn
};

const TOOL = "tool:";
const MAX_LENGTH = 20_000; // characters of an address
const kinds: readonly string[] = [...listedKinds, ...otherKinds];

/** Parses the filter of an address. Unknown words are ignored. */
export function readFilter({ show, hide, agent }: ViewState): Filter {
  return { show: wordsOf(show), hide: wordsOf(hide), agent: (agent ?? "").slice(0, 200) };
}

function wordsOf(text = ""): readonly string[] {
  const all = text.slice(0, MAX_LENGTH).split(/\s+/);
  return [...new Set(all)].filter(
    (word) => kinds.includes(word) || (word.startsWith(TOOL) && word.length > TOOL.length),
  );
}

/** Returns the parts of the view state that describe a filter; "" removes a part. */
export function writeFilter({ show, hide, agent }: Filter): Required<Pick<ViewState, "show" | "hide" | "agent">> {
  return { show: show.join(" "), hide: hide.join(" "), agent };
}

export function isSame(a: Filter, b: Filter): boolean {
  return a.agent === b.agent && isSameSet(a.show, b.show) && isSameSet(a.hide, b.hide);
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word) => b.includes(word));
}

export function isEverything(filter: Filter): boolean {
  return isSame(filter, everything);
}

export function preset(name: Preset, before: Filter): Filter {
  return name === "all" ? everything : { show: presets[name], hide: [], agent: before.agent };
}

/** Returns the preset that equals a filter, whatever its agent, or undefined. */
export function presetOf(filter: Filter): Preset | undefined {
  return presetNames.find((name) => isSame(filter, preset(name, filter)));
}

// Kinds

export function shows({ show, hide }: Filter, kind: Kind): boolean {
  return (show.length === 0 || show.includes(kind)) && !hide.includes(kind);
}

/** Shows or hides lines of a kind. */
export function toggled(filter: Filter, kind: Kind): Filter {
  const { show, hide } = filter;
  if (!shows(filter, kind))
    return {
      ...filter,
      show: show.length === 0 ? [] : withoutAll([...without(show, kind), kind]),
      hide: without(hide, kind),
    };
  // Removing the last word would show everything again.
  return show.length > 1 ? { ...filter, show: without(show, kind) } : { ...filter, hide: [...hide, kind] };
}

/** A list of all kinds filters nothing. */
function withoutAll(show: readonly string[]): readonly string[] {
  return listedKinds.every((kind) => show.includes(kind)) ? [] : show;
}

/** Shows one kind, or one tool, and nothing else. */
export function only(filter: Filter, word: string): Filter {
  return { ...filter, show: [word], hide: [] };
}

// Tools

/** Returns the word for a tool. */
export function toolWord(name: string): string {
  return (
    TOOL +
    name.replace(/[\s%]/gu, (char) =>
      [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    )
  );
}

/** Returns the name of a tool from its word, or undefined for a kind. */
export function toolOf(word: string): string | undefined {
  return word.startsWith(TOOL) ? decoded(word.slice(TOOL.length)) : undefined;
}

export function showsTool(filter: Filter, name: string): boolean {
  const word = toolWord(name);
  const { show, hide } = filter;
  return (
    (show.length === 0 || show.includes("tools") || show.includes(word)) &&
    !hide.includes("tools") &&
    !hide.includes(word)
  );
}

/** Shows or hides the calls of a tool; `all` is the names of all tools. */
export function toolToggled(filter: Filter, name: string, all: readonly string[]): Filter {
  const word = toolWord(name);
  const { show, hide } = filter;
  if (showsTool(filter, name)) {
    return show.includes(word) && show.length > 1
      ? { ...filter, show: without(show, word) }
      : { ...filter, hide: [...hide, word] };
  }
  const others = all.filter((one) => one !== name && !hide.includes(toolWord(one))).map(toolWord);
  // All tools were hidden together; this one is shown again.
  const left = hide.includes("tools") ? [...without(hide, "tools"), ...others] : hide;
  const isToolShown = show.length === 0 || show.includes("tools") || show.includes(word);
  return { ...filter, show: isToolShown ? show : [...show, word], hide: without(left, word) };
}

/** Shows all tools again or, if all are shown, none. */
export function allToolsToggled(filter: Filter, all: readonly string[]): Filter {
  const bare = {
    ...filter,
    show: filter.show.filter((word) => toolOf(word) === undefined),
    hide: filter.hide.filter((word) => toolOf(word) === undefined),
  };
  return all.every((name) => showsTool(filter, name)) || !shows(bare, "tools") ? toggled(bare, "tools") : bare;
}

// Active filters

/** A part of a filter that can be removed by itself. */
export type Chip =
  | { readonly kind: "show"; readonly words: readonly string[] }
  | { readonly kind: "hide"; readonly word: string }
  | { readonly kind: "hide-tools"; readonly words: readonly string[] }
  | { readonly kind: "agent"; readonly id: string };

/** Up to so many hidden tools have a chip each; more share one. */
const MAX_TOOLS = 3;

export function chips({ show, hide, agent }: Filter): readonly Chip[] {
  const tools = hide.filter((word) => toolOf(word) !== undefined);
  const single = tools.length > MAX_TOOLS ? hide.filter((word) => toolOf(word) === undefined) : hide;
  return [
    ...(agent === "" ? [] : [{ kind: "agent", id: agent } as const]),
    ...(show.length === 0 ? [] : [{ kind: "show", words: show } as const]),
    ...single.map((word) => ({ kind: "hide", word }) as const),
    ...(tools.length > MAX_TOOLS ? [{ kind: "hide-tools", words: tools } as const] : []),
  ];
}

export function withoutChip(filter: Filter, chip: Chip): Filter {
  switch (chip.kind) {
    case "agent":
      return { ...filter, agent: "" };
    case "show":
      return { ...filter, show: [] };
    case "hide":
      return { ...filter, hide: without(filter.hide, chip.word) };
    case "hide-tools":
      return { ...filter, hide: filter.hide.filter((word) => !chip.words.includes(word)) };
  }
}

function without(words: readonly string[], word: string): readonly string[] {
  return words.filter((one) => one !== word);
}
