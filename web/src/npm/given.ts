import type { Source } from "../worker/protocol";
import type { Input, NamedBytes } from "./opened";

/** Bytes that were given as they are, in the parser's form; nothing for paths. */
export function givenBytes(input: Input): readonly Source[] | undefined {
  if (typeof input === "string" || input instanceof URL) return undefined;
  if (input instanceof Blob || input instanceof Uint8Array) return [source(input)];
  const sources: Source[] = [];
  for (const one of input) {
    if (typeof one === "string" || one instanceof URL) return undefined;
    sources.push(source(one));
  }
  return sources;
}

function source(one: Uint8Array | Blob | NamedBytes): Source {
  if (one instanceof File) return { path: one.webkitRelativePath || one.name, blob: one };
  if (one instanceof Blob) return { path: "session.jsonl", blob: one };
  if (one instanceof Uint8Array) return { path: "session.jsonl", blob: new Blob([one as BlobPart]) };
  return { path: one.path, blob: one.data instanceof Blob ? one.data : new Blob([one.data as BlobPart]) };
}
