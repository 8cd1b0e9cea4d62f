// Reads the files saved in this page: a line about them, then their bytes.
import type { Source } from "../../parser/protocol";
import type { StandaloneHeader } from "../app/share/standalone-writer";
import { inflate, packed, packedNames } from "./inline-assets";

interface EmbeddedFile {
  readonly at: string;
  readonly sources: readonly Source[];
}

/** Reports whether files were saved in this page. */
export function holdsFiles(): boolean {
  return document.getElementById(packedNames.session) !== null;
}

/** Unpacks the files, and removes their text, which may be long, from the page. */
export async function unpackFiles(): Promise<EmbeddedFile> {
  const file = packed(packedNames.session);
  if (file === undefined) return { at: "", sources: [] };
  document.getElementById(packedNames.session)?.replaceChildren();
  const whole = await inflate(file);
  const length = await lineLength(whole); // written by share/standalone-writer.ts
  const { at, files } = JSON.parse(await whole.slice(0, length).text()) as StandaloneHeader;
  let offset = length + 1;
  const sources = files.map(({ path, size }) => {
    const blob = whole.slice(offset, offset + size);
    offset += size;
    return { path, blob };
  });
  return { at, sources };
}

async function lineLength(blob: Blob): Promise<number> {
  for (let size = 64 << 10; ; size *= 2) {
    const end = new Uint8Array(await blob.slice(0, size).arrayBuffer()).indexOf(10);
    if (end >= 0 || size >= blob.size) return end;
  }
}
