import { strings } from "./strings";
import type { PatchPart, PatchSummary } from "../../parser/model";

/** The comment at the beginning of a patch: what it contains, and what it leaves out. */
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

/** A piece of a patch, with the notes about its file as comments. */
export function patchText({ name, notes, text }: PatchPart): string {
  const about = (notes ?? []).map((note) => `#   ${strings.patchNote(note.name, note.count)}\n`);
  return about.length === 0 ? text : `# ${name}\n${about.join("")}${text}`;
}
