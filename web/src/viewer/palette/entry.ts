/** Something that can be chosen by its name. */
export interface PaletteEntry {
  /** What it is, in a word. */
  readonly kind: string;
  readonly name: string;
  /** Other words by which it is found. */
  readonly also?: string;
  /** A key that does the same, or where it is. */
  readonly note: string;
  /** The number of the turn that it leads to. */
  readonly turn?: number;
  /** The session's own, and not a command or a view: those come first where both match alike. */
  readonly isPlace?: boolean;
  readonly run: () => void;
}
