import { type Loadable as One, toSources } from "../element/sources";
import type { Source } from "../worker/protocol";

/** Everything that a session can be loaded from: a text or bytes are those of one transcript. */
export type Loadable = One | readonly (File | Blob | string | Uint8Array)[];

/** Brings what was given into one form. Of several that have no name each gets one of its own. */
export function toAllSources(input: Loadable): readonly Source[] {
  if (!Array.isArray(input)) return toSources(input as One);
  const all = input as readonly (File | Blob | string | Uint8Array | Source)[];
  return all.flatMap((one, at) => {
    if (isSource(one)) return [one];
    const sources = toSources(one);
    return one instanceof File || all.length === 1 ? sources : sources.map(({ blob }) => ({ path: `session-${at + 1}.jsonl`, blob }));
  });
}

function isSource(one: File | Blob | string | Uint8Array | Source): one is Source {
  return typeof one === "object" && "path" in one && "blob" in one;
}
