import { lateWords } from "unspool:late-words";
import type { SessionInfo } from "../../worker/model";
import { isMain } from "../../worker/order";
import type { ParserApi } from "../../worker/protocol";

/** The files that could be sessions, by their names, and hold none. */
export interface Strays {
  readonly count: number;
  readonly named: string; // the first of them, by their paths
}

const MOST = 20; // that are named

/** Of files that a parser read before it died nothing is known. */
export async function straysOf(api: ParserApi, sessions: readonly SessionInfo[]): Promise<Strays | undefined> {
  const mains = new Set(sessions.map(({ file }) => file));
  const left = (await api.files(-1)).filter(({ file, path }) => isMain(path) && !mains.has(file));
  if (left.length === 0) return undefined;
  const belong = new Set<number>();
  for (const { index } of sessions) for (const { file } of await api.files(index)) belong.add(file);
  const paths = left.flatMap(({ file, path }) => (belong.has(file) ? [] : path));
  const named = lateWords.strays.names(paths.slice(0, MOST), Math.max(0, paths.length - MOST));
  return paths.length === 0 ? undefined : { count: paths.length, named };
}
