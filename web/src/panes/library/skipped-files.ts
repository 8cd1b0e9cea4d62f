import { strings } from "./strings";
import { isMain } from "../../parser/order";
import type { ParserApi } from "../../parser/protocol";

/** Files that were read as sessions but contain none. */
export interface SkippedFiles {
  readonly count: number;
  readonly names: string; // the first of them, by path
}

const MAX = 20; // the number of files that are named

/** Nothing is known about files that a parser read before it stopped. */
export async function findSkipped(api: ParserApi): Promise<SkippedFiles | undefined> {
  const paths = (await api.files(-1)).flatMap(({ path, notTranscript }) => (notTranscript && isMain(path) ? path : []));
  return paths.length === 0
    ? undefined
    : {
        count: paths.length,
        names: strings.skippedNames(paths.slice(0, MAX), Math.max(0, paths.length - MAX)),
      };
}
