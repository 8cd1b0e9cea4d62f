import type { FilePreview } from "../model";
import type { ParserApi } from "../protocol";
import { ignoreParserLoss } from "../parser-loss";
import type { Numbered } from "./work-distribution";

/** The number of files in one request to a parser. */
const BATCH = 20;

/**
 * Has parsers preview files whenever they are free; the page itself would take a second for the ends of a thousand
 * files. A file that cannot be read has no preview, and neither has one at which a parser stopped. `found` is called
 * for each file.
 */
export async function peek(
  files: readonly Numbered[],
  parsers: readonly Pick<ParserApi, "peek">[],
  found: (file: Numbered, preview: FilePreview) => void,
): Promise<void> {
  let next = 0;
  const take = async (parser: Pick<ParserApi, "peek">): Promise<void> => {
    while (next < files.length) {
      const batch = files.slice(next, (next += BATCH));
      const previews = await parser.peek(batch);
      batch.forEach((file, at) => {
        const preview = previews[at];
        if (preview !== undefined) found(file, preview);
      });
    }
  };
  // While a parser previews one batch, the next one is read.
  await Promise.all(parsers.flatMap((parser) => [take(parser), take(parser)].map(ignoreParserLoss)));
}
