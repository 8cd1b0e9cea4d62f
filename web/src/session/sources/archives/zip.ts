import {
  type FileEntry,
  BlobReader,
  ERR_INVALID_CRC32,
  ERR_UNSUPPORTED_COMPRESSION,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-custom.js";
import { Unzip, UnzipInflate } from "fflate";
import { type Contents, type FileSink, LimitError } from "./contents";

const PIECE = 16 << 10; // bytes, which unpack to at most a thousand times as many at once
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** Unpacks a zip. Without its directory, which is at its end, its files are found by their headers. */
export async function readZip(blob: Blob, contents: Contents): Promise<void> {
  const reader = new ZipReader(new BlobReader(blob), { strictness: "tolerant", useWebWorkers: false });
  let isListed = false;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      isListed = true;
      if (!entry.directory) await unpackEntry(entry, contents);
    }
  } catch (error) {
    contents.damaged(error, "cut");
    if (!isListed) await readHeaders(blob, contents);
  }
}

async function unpackEntry(entry: FileEntry, contents: Contents): Promise<void> {
  const isLink = ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK;
  const sink = contents.file(entry.filename, isLink ? "link" : entry.encrypted ? "encrypted" : undefined);
  if (sink === undefined) return;
  const write = (checkSignature: boolean): Promise<unknown> => {
    sink.clear();
    const writable = new WritableStream<Uint8Array<ArrayBuffer>>({ write: (chunk) => sink.write(chunk.slice()) });
    return entry.getData(writable, { checkSignature });
  };
  try {
    await write(true);
  } catch (error) {
    const code = error instanceof Error ? error.message : "";
    contents.damaged(error, code === ERR_UNSUPPORTED_COMPRESSION ? "method" : "damaged");
    if (code === ERR_INVALID_CRC32) await write(false); // to show the content all the same
  } finally {
    sink.close();
  }
}

/** Unpacks the files of a zip one after the other up to the first that cannot be read. */
async function readHeaders(blob: Blob, contents: Contents): Promise<void> {
  const open = new Set<FileSink>();
  let failed: unknown;
  const unzip = new Unzip((file) => {
    const sink = file.name.endsWith("/") ? undefined : contents.file(file.name);
    if (sink !== undefined) open.add(sink);
    file.ondata = (error, data, isLast) => {
      if (error === null) sink?.write(data.slice());
      else failed ??= error;
      if (isLast && sink !== undefined && open.delete(sink)) sink.close();
    };
    file.start(); // also of files that are not needed, since it would collect their bytes
  });
  unzip.register(UnzipInflate);
  try {
    for (let offset = 0; offset < blob.size && failed === undefined; offset += PIECE) {
      const piece = await blob.slice(offset, offset + PIECE).arrayBuffer();
      unzip.push(new Uint8Array(piece), offset + PIECE >= blob.size);
    }
  } catch (error) {
    if (error instanceof LimitError) throw error; // anything else is the damage that was noted
  } finally {
    for (const sink of open) sink.close();
  }
}
