import type { PageServices } from "../unpack";

type Count = PageServices["count"];

/** Why files of an archive are left out or incomplete. */
export const omissions = {
  encrypted: (n: number, count: Count) =>
    `${count(n, "file is", "files are")} encrypted: unpack the archive with its password first`,
  damaged: (n: number, count: Count) => `${count(n, "file is", "files are")} damaged or incomplete`,
  cut: () => "its end is missing or damaged",
  method: (n: number, count: Count) => `${count(n, "file is", "files are")} compressed in an unusual way`,
  name: (n: number, count: Count) => count(n, "file has an unsafe name", "files have unsafe names"),
  link: (n: number, count: Count) => count(n, "file is a link", "files are links"),
  duplicate: (n: number, count: Count) => `${count(n, "file has", "files have")} the name of another one`,
  files: () => "it has more than 50,000 possible session files",
  entries: () => "it has more than 500,000 files and folders",
  large: () => "it takes too much space when unpacked",
} as const;

export const strings = {
  unpacking: (archive: string, files: string, size: string) => `Unpacking ${archive}: ${files}, ${size}`,
  omitted: (archive: string, reasons: readonly string[]) =>
    `Not all of ${archive} could be read: ${reasons.join("; ")}.`,
} as const;
