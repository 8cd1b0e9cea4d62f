/** In which order files stand. */
export const orders = ["folder", "changed", "read"] as const;
export type Order = (typeof orders)[number];

/** Which files are shown. */
export const kinds = ["all", "changed", "only-read", "failed"] as const;
export type Kind = (typeof kinds)[number];

/** Which files are listed, and how. */
export interface Wanted {
  readonly words: string;
  readonly order: Order;
  readonly kind: Kind;
}
