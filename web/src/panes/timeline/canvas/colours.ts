import { hues } from "../spans";

/** What is told apart by a colour: the classes of the elements that have them. */
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
 * The colours of the page as they are now: a canvas knows no custom properties, so an
 * element of each is asked. `probes` holds one of each class.
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
