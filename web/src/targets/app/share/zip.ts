import { Zip, ZipDeflate } from "fflate";
import { type ExportedFile, Gathered } from "../../../parser/exporter";

const PIECE = 256 << 10; // bytes compressed at a time, which blocks the page

/** Returns files in a zip archive. */
export async function zip(files: readonly ExportedFile[], signal: AbortSignal): Promise<Blob> {
  const gathered = new Gathered();
  let failed: Error | null = null;
  const archive = new Zip((error, data) => {
    failed ??= error;
    if (error === null) gathered.add(data);
  });
  for (const { path, blob } of files) {
    const entry = new ZipDeflate(path, { level: 6 });
    archive.add(entry);
    for (let offset = 0; offset < blob.size || offset === 0; offset += PIECE) {
      signal.throwIfAborted();
      const piece = await blob.slice(offset, offset + PIECE).arrayBuffer();
      entry.push(new Uint8Array(piece), offset + PIECE >= blob.size);
    }
  }
  archive.end();
  if (failed !== null) throw failed as Error;
  return gathered.blob();
}
