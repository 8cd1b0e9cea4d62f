/** The orders in which files can be listed. */
export const orders = ["folder", "changed", "read"] as const;
export type FileOrder = (typeof orders)[number];

/** The kinds of files that can be listed. */
export const kinds = ["all", "changed", "only-read", "failed"] as const;
export type FileListKind = (typeof kinds)[number];

/** The order, kinds and filter text of the file list. */
export interface FileListOptions {
  readonly words: string;
  readonly order: FileOrder;
  readonly kind: FileListKind;
}
