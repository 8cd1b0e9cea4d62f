export const strings = {
  alone: "This is the offline version of Unspool: one file, no network needed.",
  licenses: "Licenses",
} as const;

/** Says that a standalone page could not unpack itself. */
export function notStarted(why: string): string {
  return `This page could not unpack itself: ${why}. It needs a browser from 2023 or later and the complete file.`;
}
