import { hues } from "../spans";

/** The classes of elements that have the colors of the timeline. */
export const colourNames = [
  "ink",
  "clock",
  "faint",
  "line",
  "ground",
  "sight",
  "thinking",
  "reply",
  "calling",
  "tool",
  "starter",
  "failed",
  "asked",
  "prompt",
  "news",
  "compaction",
  "interrupt",
  ...hues,
] as const;
const hueNames: ReadonlySet<string> = new Set(hues);
export type ColourName = (typeof colourNames)[number];

/**
 * The current colors of the page: a canvas cannot use custom properties, so they are read from an element of each
 * class. `probes` contains one of each.
 */
export class Colours {
  readonly #known: ReadonlyMap<ColourName, string>;

  constructor(probes: ParentNode) {
    this.#known = new Map(
      colourNames.flatMap((name) => {
        const probe = probes.querySelector<HTMLElement>(`.${name}`);
        if (probe === null) return [];
        if (hueNames.has(name)) probe.style.color = `var(--u-${name})`;
        return [[name, getComputedStyle(probe).color] as const];
      }),
    );
  }

  of(name: ColourName): string {
    return this.#known.get(name) ?? "transparent";
  }
}
