import type { Handles } from "../../session/sources/file-handles";
import { unpackArchives } from "../../session/sources/unpack";
import { type FoundSources, type ScanOptions, DirectoryWalker } from "../../session/sources/directory-walker";

const id = "sessions"; // the picker opens in the same folder as last time

/** The files that were found, and handles with which they can be read again. */
export interface Scanned {
  readonly found: FoundSources;
  readonly handles?: Handles | undefined;
}

/** Replaces archives by the files in them. Those are not read again when an archive changes. */
export async function unpackScanned(scanned: Scanned | undefined, options: ScanOptions): Promise<Partial<Scanned>> {
  if (scanned === undefined) return {};
  const found = await unpackArchives(scanned.found, options);
  return found === scanned.found ? scanned : { found };
}

/**
 * Asks the user for files or a folder, depending on the input. If the browser blocks its own picker, the input's picker
 * opens.
 */
export async function pick(field: EventTarget | null, options: ScanOptions): Promise<Scanned | undefined> {
  if (!(field instanceof HTMLInputElement)) return;
  let picked: readonly (FileSystemHandle | undefined)[];
  try {
    picked = field.webkitdirectory
      ? [await window.showDirectoryPicker?.({ id })]
      : ((await window.showOpenFilePicker?.({ id, multiple: true })) ?? []);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) openPicker(field);
    return;
  }
  const walk = new DirectoryWalker(options);
  for (const handle of picked) if (handle !== undefined) await walk.handle(handle, handle.name);
  return { found: walk, handles: Promise.resolve(picked.map((value) => ({ status: "fulfilled", value }))) };
}

function openPicker(field: HTMLInputElement): void {
  try {
    field.showPicker();
  } catch {
    return; // the click is too long ago; the browser requires another one
  }
}
