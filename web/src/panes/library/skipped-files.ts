import { lateWords } from "../../parser/words";
import { isMain } from "../../parser/order";
import type { ParserApi } from "../../parser/protocol";

/** The files that were read as sessions, and are none. */
export interface Strays {
  readonly count: number;
  readonly named: string; // the first of them, by their paths
}

const MOST = 20; // that are named

/** Of files that a parser read before it died nothing is known. */
export async function straysOf(api: ParserApi): Promise<Strays | undefined> {
  const paths = (await api.files(-1)).flatMap(({ path, stray }) => (stray && isMain(path) ? path : []));
  return paths.length === 0
    ? undefined
    : { count: paths.length, named: lateWords.strays.names(paths.slice(0, MOST), Math.max(0, paths.length - MOST)) };
}
