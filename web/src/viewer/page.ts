export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The actions of the page around a viewer that fills it. */
export interface PageActions {
  theme: Theme;
  /** Saves the loaded files as a standalone page. */
  readonly save: () => unknown;
  /** Closes the loaded files and goes back to the landing page. */
  readonly openLanding: () => void;
  /** Shows the version of the page. */
  readonly about: () => unknown;
}
