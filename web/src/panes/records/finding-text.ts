// Describes diagnostics. Their codes and values come from the parser, and some values from hostile files.

import type { Damage, DiagnosticCode, Finding } from "../../parser/model";
import { bytes } from "../../session/format";
import { number } from "../../base/format";

const headings: Readonly<Record<DiagnosticCode, (finding: Finding) => string>> = {
  "damaged-line": () => "Damaged lines",
  "repaired-line": () => "Several records on one line",
  "unfinished-line": () => "Unfinished last line",
  "invalid-json": () => "Records with invalid JSON",
  "invalid-utf8": () => "Records with invalid UTF-8",
  "nul-bytes": () => "NUL bytes",
  "overlong-line": ({ limit }) => `Lines longer than ${megabytes(limit)}`,
  "duplicate-uuid": () => "Duplicate IDs",
  "too-deep": () => "Nested too deeply",
  "too-many-blocks": () => "Too many blocks in one record",
  "unread-counts": () => "Unreadable token counts",
  "unlinked-agent": () => "Agents not started by any tool call",
  "broken-links": () => "Broken links between records",
  "too-many-records": () => "Too many records",
  more: () => "More",
};

const texts: Readonly<Record<DiagnosticCode, (finding: Finding) => string>> = {
  "damaged-line": (finding) => (finding.damage === "" ? "Not a record" : damages[finding.damage](finding)),
  "repaired-line": () => "Several records on one line",
  "unfinished-line": () => "The file ends inside this record; it may still be being written",
  "invalid-json": (finding) => `${damages.syntax(finding)} (the record is shown)`,
  "invalid-utf8": ({ excerpt, position }) =>
    `Invalid UTF-8 at byte ${number(position)} of the record: ${excerpt} (the record is shown)`,
  "nul-bytes": ({ length }) => `${bytes(length)} of NUL bytes in place of records`,
  "overlong-line": ({ limit }) => `Longer than ${megabytes(limit)}: not read as a record`,
  "duplicate-uuid": () => "An earlier record has the same UUID",
  "too-deep": ({ limit }) => `Nested deeper than ${number(limit)} levels: not read as a record`,
  "too-many-blocks": ({ limit }) =>
    `More than ${number(limit)} blocks in one record; the rest is only in the raw bytes`,
  "unread-counts": ({ limit }) =>
    `The token counts of this reply are not numbers or are longer than ${limit >> 10} kB; they are not in the totals`,
  "unlinked-agent": ({ agent }) => `No tool call found that started agent ${agent}`,
  "broken-links": () => "Most records are not linked to the last one; everything is shown in file order",
  "too-many-records": ({ line, count, length }) =>
    `Too many records for the size of the file: from line ${number(line)} on, ${number(count)} records ` +
    `(${bytes(length)}) are counted but not shown, and the tokens they used are not in the totals`,
  more: (finding) =>
    finding.of === "" ? headings.more(finding) : `${number(finding.count)} more: ${headings[finding.of](finding)}`,
};

const damages: Readonly<Record<Damage, (finding: Finding) => string>> = {
  "not-an-object": ({ excerpt }) => `Not a JSON object: ${excerpt}`,
  incomplete: ({ excerpt }) => `The record breaks off: ${excerpt}`,
  syntax: ({ excerpt, position }) => `Invalid JSON at byte ${number(position)} of the record: ${excerpt}`,
};

function megabytes(bytes: number): string {
  return `${bytes >> 20} MB`;
}

/** Returns the heading of all findings that have the same code as this one. */
export function findingHeading(finding: Finding): string {
  return headings[finding.code](finding);
}

/** Returns a sentence about a finding. It can quote the file: invisible characters in it must be marked. */
export function findingText(finding: Finding): string {
  return texts[finding.code](finding);
}
