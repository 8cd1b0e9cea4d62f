import { strings } from "./strings";
import { isMain } from "../../parser/order";
import type { ParserApi } from "../../parser/protocol";

/** The files that were read as sessions, and are none. */
export interface SkippedFiles {
  readonly count: number;
  readonly names: string; // the first of them, by their paths
}

const MAX = 20; // that are named

/** Of files that a parser read before it died nothing is known. */
export async function findSkipped(api: ParserApi): Promise<SkippedFiles | undefined> {
  const paths = (await api.files(-1)).flatMap(({ path, notTranscript }) => (notTranscript && isMain(path) ? path : []));
  return paths.length === 0
    ? undefined
    : {
        count: paths.length,
        names: strings.skippedNames(paths.slice(0, MAX), Math.max(0, paths.length - MAX)),
      };
}
