import { settled } from "../base/report-error";
import type { Source } from "../parser/protocol";
import { namePriceTable } from "./format";

/** The price table that applies to the files of a viewer. */
export class AppliedPrices {
  /** The table, unless that is the built-in one. */
  sources: readonly Source[] = [];

  /** Names a table beside costs, before it is known whether it is valid. Without one, nothing is named. */
  name(table: Source | undefined): void {
    namePriceTable(this, table?.path);
  }

  /** Names the table that applies, and keeps its bytes: its file may be edited, and dropped again with an error. */
  use(table: Source | undefined): void {
    this.name(table);
    const sources = table === undefined ? [] : [table];
    this.sources = sources;
    if (table === undefined) return;
    void settled(table.blob.arrayBuffer()).then((bytes) => {
      if (bytes !== undefined && this.sources === sources) this.sources = [{ ...table, blob: new Blob([bytes]) }];
    });
  }
}
