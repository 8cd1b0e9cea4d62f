import { type Handles, walk } from "../panes/live/handles";
import type { Source } from "../worker/protocol";

/** What was picked, and by what it can be read anew. */
interface Picked {
  readonly sources: readonly Source[];
  readonly handles: Handles;
}

const id = "sessions"; // the picker opens where it was the last time

/** Has the reader pick what a field asks for, files or a folder; undefined if nothing was. Where the browser does not let its own picker open, the field's does. */
export async function pick(field: HTMLInputElement): Promise<Picked | undefined> {
  let picked: readonly (FileSystemHandle | undefined)[];
  try {
    picked = field.webkitdirectory ? [await window.showDirectoryPicker?.({ id })] : ((await window.showOpenFilePicker?.({ id, multiple: true })) ?? []);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) field.showPicker();
    return undefined;
  }
  const sources: Source[] = [];
  for (const handle of picked) if (handle !== undefined) await walk(handle, handle.name, 0, sources, () => undefined);
  return { sources, handles: Promise.allSettled(picked) };
}
