import { type Content, blobOf, named } from "../worker/named";
import type { Source } from "../worker/protocol";
import type { Input, NamedBytes } from "./opened";

/** Bytes that were given as they are, in the parser's form; nothing for paths. */
export function givenBytes(input: Input): readonly Source[] | undefined {
  if (typeof input === "string" || input instanceof URL) return undefined;
  if (input instanceof Blob || input instanceof Uint8Array) return named([input]);
  const files: (Content | Source)[] = [];
  for (const one of input) {
    if (typeof one === "string" || one instanceof URL) return undefined;
    files.push(isNamed(one) ? { path: one.path, blob: blobOf(one.data) } : one);
  }
  return named(files);
}

function isNamed(one: Blob | Uint8Array | NamedBytes): one is NamedBytes {
  return "data" in one;
}
