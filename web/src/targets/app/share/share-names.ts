import { baseName } from "../../../session/format";
import type { ShareFormat, Shared } from "./share-task";
import type { Part } from "./standalone-writer";

/** Shortens a name to fit a title, cutting between words. */
export function shortTitle(name: string): string {
  return name.length <= 80
    ? name
    : name
        .slice(0, 81)
        .replace(/\s+\S*$/, "")
        .slice(0, 80);
}

/** Reports whether a format is text that can be read and copied. */
export function isText(format: ShareFormat): boolean {
  return format !== "page" && format !== "html";
}

export function isPriceTable({ path }: Part): boolean {
  return baseName(path) === "prices.tsv";
}

export function isZip({ name }: Shared): boolean {
  return name.endsWith(".zip");
}
