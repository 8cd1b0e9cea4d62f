import { failure, isFailure } from "../../parser/failure";
import { arrange, isPrices } from "../../parser/order";
import type { Failure, FailureCode, ParserApi, Source } from "../../parser/protocol";
import { reportUnlessParserLoss } from "../../parser/parser-loss";

const PEEKED = 20; // files at a time: among those of a folder, one of the first is a session

/** Failures that are due to the files. */
const fileCodes: ReadonlySet<FailureCode> = new Set(["empty", "not-a-transcript", "no-sessions", "unreadable"]);

/**
 * Returns why files contain no session; undefined if they contain one, or if that cannot be found out. The parser may
 * have loaded the files then: it must not be used again.
 */
export async function refusalOf(
  sources: readonly Source[],
  { peek, load }: Pick<ParserApi, "peek" | "load">,
): Promise<Failure | undefined> {
  if (sources.some(isPrices)) return undefined; // prices alone can be opened, too
  const files = arrange(sources);
  if (files.length === 0) return failure("no-sessions");
  try {
    for (let from = 0; from < files.length; from += PEEKED) {
      const previews = await peek(files.slice(from, from + PEEKED));
      if (previews.some((preview) => preview?.listed === true)) return undefined;
    }
    await load(sources, () => undefined); // a document, or an agent's file, is not recognized by its ends
  } catch (error) {
    if (isFailure(error) && fileCodes.has(error.code)) return error;
    reportUnlessParserLoss(error); // reading the files reports why the parser failed
  }
  return undefined;
}
