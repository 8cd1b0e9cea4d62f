import { hues } from "../spans";

/** The classes of elements that have the colors of the timeline. */
export const colorNames = [
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
type ColorName = (typeof colorNames)[number];

/**
 * The current colors of the page: a canvas cannot use custom properties, so they are read from an element of each
 * class. `probes` contains one of each.
 */
export class Colors {
  readonly #known: ReadonlyMap<ColorName, string>;

  constructor(probes: ParentNode) {
    this.#known = new Map(
      colorNames.flatMap((name) => {
        const probe = probes.querySelector<HTMLElement>(`.${name}`);
        if (probe === null) return [];
        if (hueNames.has(name)) probe.style.color = `var(--u-${name})`;
        return [[name, getComputedStyle(probe).color] as const];
      }),
    );
  }

  of(name: ColorName): string {
    return this.#known.get(name) ?? "transparent";
  }
}
