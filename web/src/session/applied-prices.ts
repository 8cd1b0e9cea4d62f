import { settled } from "../base/report-error";
import { isPrices } from "../parser/order";
import type { Failure, Source } from "../parser/protocol";
import { namePriceTable } from "./format";

/** The price table that applies to the files of a viewer. */
export class AppliedPrices {
  /** The table, unless that is the built-in one. */
  sources: readonly Source[] = [];

  /** Names a table beside costs, before it is known whether it is valid. Without one, nothing is named. */
  name(table: Source | undefined): void {
    namePriceTable(this, table?.path);
  }

  /** Uses the first valid table of a load, given what the load missed, and names it. */
  use(loaded: readonly Source[], missed: readonly Failure[]): void {
    const table = loaded.filter(isPrices)[missed.filter(({ code }) => code === "prices").length];
    this.name(table);
    this.sources = table === undefined ? [] : [table];
  }
}

/** Copies price tables into memory: their files may be edited, and dropped again with an error. */
export async function withCopiedPrices(sources: readonly Source[]): Promise<readonly Source[]> {
  const copied = async (source: Source): Promise<Source> => {
    if (!isPrices(source) || source.blob.lastModified === undefined) return source;
    const bytes = await settled(source.blob.arrayBuffer()); // the parser reports why it cannot be read
    return bytes === undefined ? source : { ...source, blob: new Blob([bytes]) };
  };
  return sources.some(isPrices) ? Promise.all(sources.map(copied)) : sources;
}
