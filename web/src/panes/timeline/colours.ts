import { hues } from "./spans";

/** What is told apart by a colour: the classes of the elements that have them. */
export const colourNames = [
  "ink", "faint", "line", "ground", "sight", "thinking", "reply", "calling", "tool", "starter", "failed", "asked", "prompt", "news", "compaction", "interrupt", ...hues,
] as const;
export type ColourName = (typeof colourNames)[number];
export type Colours = Readonly<Record<ColourName, string>>;

/**
 * The colours of the page as they are now: a canvas knows no custom properties, so an
 * element of each is asked. `probes` holds one of each class.
 */
export function readColours(probes: ParentNode): Colours {
  const read = (name: ColourName): string => {
    const probe = probes.querySelector(`.${name}`);
    return probe === null ? "transparent" : getComputedStyle(probe).color;
  };
  return Object.fromEntries(colourNames.map((name) => [name, read(name)])) as Record<ColourName, string>;
}
