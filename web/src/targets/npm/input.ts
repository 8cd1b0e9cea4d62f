import { type Content, blobOf, withNames } from "../../parser/names";
import type { Source } from "../../parser/protocol";
import { wrongInput } from "./error";
import type { Input, FileBytes } from "./opened";

const openable = "a path (in Node), bytes, a Blob, or a list of these";

/** Returns given bytes as sources, or undefined for paths. */
export function bytesToSources(input: Input): readonly Source[] | undefined {
  if (typeof input === "string" || input instanceof URL) return undefined;
  if (isContent(input)) return withNames([contentOf(input)]);
  if (typeof input !== "object" || input === null || !(Symbol.iterator in input))
    throw wrongInput(`open takes ${openable}`);
  const files: (Content | Source)[] = [];
  for (const part of input) {
    if (typeof part === "string" || part instanceof URL) return undefined;
    files.push(isContent(part) ? contentOf(part) : sourceOf(part));
  }
  return withNames(files);
}

function isContent(input: unknown): input is Blob | Uint8Array | ArrayBuffer {
  return input instanceof Blob || input instanceof Uint8Array || input instanceof ArrayBuffer;
}

function contentOf(input: Blob | Uint8Array | ArrayBuffer): Content {
  return input instanceof ArrayBuffer ? new Uint8Array(input) : input;
}

function sourceOf(part: FileBytes): Source {
  if (typeof part?.path !== "string" || !isContent(part.data))
    throw wrongInput(`a list for open holds ${openable}, or { path, data }`);
  return { path: part.path, blob: blobOf(contentOf(part.data)) };
}
