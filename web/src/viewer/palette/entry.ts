/** An entry that can be chosen by name. */
export interface PaletteEntry {
  /** What the entry is, in a word. */
  readonly kind: string;
  readonly name: string;
  /** Other words that find the entry. */
  readonly also?: string;
  /** A key that does the same, or the location of the entry. */
  readonly note: string;
  /** The number of the turn that the entry opens. */
  readonly turn?: number;
  /**
   * Whether the entry is part of the session, and not a command or a view. Such entries come first among equal matches.
   */
  readonly isPlace?: boolean;
  readonly run: () => void;
}
