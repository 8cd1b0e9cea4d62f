// The files of an archive: what parser/serve/archive.go does. They are unpacked at the start, since the archive may be
// replaced while pages read.
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { count } from "../../../base/format";
import { settled } from "../../../base/report-error";
import { failure, isFailure } from "../../../parser/failure";
import { unpack } from "../../../session/sources/archives/archives";
import type { FoundSources } from "../../../session/sources/directory-walker";
import { CommandError } from "./command-error";

export interface UnpackedArchive {
  readonly files: ReadonlyMap<string, Blob>; // by their paths in the archive
  readonly modified: number; // of the archive
  readonly note: string | undefined; // what could not be read
}

/** Unpacks an archive. `isServed` reports whether a file is, by its path in the archive. */
export async function openArchive(path: string, isServed: (below: string) => boolean): Promise<UnpackedArchive> {
  const before = await stat(path);
  // To open a named pipe would wait for its other end.
  if (!before.isFile()) throw new CommandError(`${path} is not a file, a folder or an archive`);
  const name = basename(path);
  const archive = await openAsBlob(path);
  const services = { isArchive: () => true, isSessionFile: isServed, settled, count, bytes: String, failure };
  const signal = new AbortController().signal;
  let found: FoundSources;
  try {
    found = await unpack({ sources: [{ path: name, blob: archive }] }, { signal, ...services });
  } catch (error) {
    throw isFailure(error) ? new CommandError(`${path}: ${plain(error.detail)}`) : error;
  }
  const after = await stat(path);
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs || after.ino !== before.ino)
    throw new CommandError(`${path}: the archive changed while it was unpacked; try again`);
  const files = new Map<string, Blob>();
  for (const source of found.sources) {
    if (source.blob === archive)
      throw new CommandError(`${path} is not a .jsonl, .json or .txt file, and not an archive`);
    // The file in a gzip has a name of its own, without an extension if the gzip has no other.
    const isInFolder = source.path.startsWith(`${name}/`);
    let below = isInFolder ? source.path.slice(name.length + 1) : source.path;
    if (!isInFolder && !isServed(below)) below += ".jsonl";
    if (source.blob instanceof Blob && isServed(below)) files.set(below, source.blob);
  }
  if (files.size === 0) throw new CommandError(`${path}: no files of sessions in this archive`);
  return { files, modified: Math.floor(before.mtimeMs), note: found.note && plain(found.note) };
}

/** Returns a text for a terminal. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}
