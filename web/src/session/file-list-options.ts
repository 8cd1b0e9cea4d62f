/** In which order files stand. */
export const orders = ["folder", "changed", "read"] as const;
export type FileOrder = (typeof orders)[number];

/** Which files are shown. */
export const kinds = ["all", "changed", "only-read", "failed"] as const;
export type FileListKind = (typeof kinds)[number];

/** Which files are listed, and how. */
export interface FileListOptions {
  readonly words: string;
  readonly order: FileOrder;
  readonly kind: FileListKind;
}
