import { failure } from "../../parser/failure";
import { reportUnlessNotLoaded, settled } from "../../base/report-error";
import { count } from "../../base/format";
import { bytes } from "../format";
import { strings } from "../strings";
import { type FoundSources, type ScanOptions, isArchive, isSessionFile } from "./directory-walker";

/** What the code that unpacks shares with the page. With imports, both would load more and smaller files. */
const shared = { isArchive, isSessionFile, settled, count, bytes, failure };
export type PageServices = typeof shared;

/** Replaces archives by the files in them. Their code is loaded late. Rejects with a Failure if nothing is left. */
export async function unpackArchives(
  found: FoundSources,
  options: Pick<ScanOptions, "signal"> & Partial<ScanOptions>,
): Promise<FoundSources> {
  if (!found.sources.some(({ path }) => isArchive(path))) return found;
  const code = await import("./archives/archives").catch(reportUnlessNotLoaded);
  if (code === undefined) throw failure("blocked", strings.notLoaded);
  return code.unpack(found, { ...options, ...shared });
}
