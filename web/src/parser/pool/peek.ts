import type { FilePreview } from "../model";
import type { ParserApi } from "../protocol";
import { ignoreParserLoss } from "../parser-loss";
import type { Numbered } from "./work-distribution";

/** Files that a parser is asked for at a time. */
const BATCH = 20;

/**
 * Has parsers glance at files, each whenever it is free; the page itself would take a second for the ends of a
 * thousand. A file that cannot be read has no preview, nor has one at which a parser stopped. `found` hears of each.
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
  // Of each parser one batch is read while it looks at another.
  await Promise.all(parsers.flatMap((parser) => [take(parser), take(parser)].map(ignoreParserLoss)));
}
