import type { Source } from "./protocol";

/** The bytes of one file, or its text. */
export type Content = Blob | Uint8Array | string;

/** Returns files that were passed together, in the parser's form. Files without a name get a unique one. */
export function withNames(inputs: readonly (Content | Source)[]): readonly Source[] {
  return inputs.map((one, at) => {
    if (typeof one === "object" && "blob" in one) return one;
    const path =
      (one instanceof File && pathOf(one)) || (inputs.length === 1 ? "session.jsonl" : `session-${at + 1}.jsonl`);
    return { path, blob: blobOf(one) };
  });
}

/** A blob is used as it is, since its bytes may be on disk. */
export function blobOf(content: Content): Blob {
  return content instanceof Blob ? content : new Blob([content as BlobPart]);
}

/** Returns the path of a file inside the chosen folder, or its name if it was not chosen with a folder. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}
