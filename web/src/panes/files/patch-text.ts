import { strings } from "./strings";
import type { PatchPart, PatchSummary } from "../../parser/model";

/** Returns the comment at the start of a patch: what it contains, and what it omits. */
export function patchHead({ files, missing, counts }: PatchSummary): string {
  const lines = [
    strings.patchIntro,
    strings.patchUse,
    "",
    ...(counts ?? []).map(({ name, count }) => strings.patchCount(name, count)),
    ...(files === 0 ? [strings.patchEmpty] : []),
    strings.patchLimits(missing),
  ];
  return `${lines.map((line) => `# ${line}`.trimEnd()).join("\n")}\n\n`;
}

/** Returns a part of a patch, preceded by the notes about its file as comments. */
export function patchText({ name, notes, text }: PatchPart): string {
  const about = (notes ?? []).map((note) => `#   ${strings.patchNote(note.name, note.count)}\n`);
  return about.length === 0 ? text : `# ${name}\n${about.join("")}${text}`;
}
