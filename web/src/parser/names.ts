import type { Source } from "./protocol";

/** The bytes of one file, or its text. */
export type Content = Blob | Uint8Array | string;

/** Files that were given together, in the parser's form. Each that has no name gets one of its own. */
export function withNames(given: readonly (Content | Source)[]): readonly Source[] {
  return given.map((one, at) => {
    if (typeof one === "object" && "blob" in one) return one;
    const path =
      (one instanceof File && pathOf(one)) || (given.length === 1 ? "session.jsonl" : `session-${at + 1}.jsonl`);
    return { path, blob: blobOf(one) };
  });
}

/** A blob stays the one that it is: its bytes may lie on a disk. */
export function blobOf(content: Content): Blob {
  return content instanceof Blob ? content : new Blob([content as BlobPart]);
}

/** The place of a file inside the chosen folder, if it comes out of one, or its name. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}
