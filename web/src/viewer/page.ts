export const themes = ["auto", "light", "dark"] as const;

/** What the page around a viewer can do, where that is all of it. */
export interface Page {
  theme: (typeof themes)[number];
  /** Saves what was read as a page of its own. */
  readonly save: () => unknown;
  /** Leaves what was read, for something else. */
  readonly openLanding: () => void;
  /** Shows the version of the page. */
  readonly about: () => unknown;
}
