import type { Source } from "../../../parser/protocol";
import type { FoundSources } from "../directory-walker";
import { Contents, LimitError, type UnpackOptions } from "./contents";
import { isTar, readTar } from "./tar";
import { readZip } from "./zip";

const HEAD = 512; // bytes that identify an archive

/**
 * Replaces archives by the files in them, which are unpacked at once: the list of sessions needs the ends of each. What
 * only has the name of an archive stays.
 */
export async function unpack({ sources, note }: FoundSources, options: UnpackOptions): Promise<FoundSources> {
  const notes = note === undefined ? [] : [note];
  const found: Source[] = [];
  for (const source of sources) {
    const contents = new Contents(source, options);
    const isUnpacked = options.isArchive(source.path) && (await read(source, contents));
    found.push(...(isUnpacked ? contents.sources : [source]));
    if (contents.note !== undefined) notes.push(contents.note);
  }
  if (found.length === 0 && notes.length > 0) throw options.failure("incomplete", notes.join(" "));
  return { sources: found, note: notes.length === 0 ? undefined : notes.join(" ") };
}

/** Resolves to false if the file is no archive. */
async function read({ path, blob }: Source, contents: Contents): Promise<boolean> {
  if (!(blob instanceof Blob)) return false; // unspool serve lists no archives
  const head = await headOf(blob.stream(), contents);
  try {
    if (startsWith(head, [0x50, 0x4b])) await readZip(blob, contents);
    else if (startsWith(head, [0x1f, 0x8b])) await readGzip(path, blob, contents);
    else if (isTar(head)) await readTar(blob.stream(), contents);
    else return false;
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
  }
  return true;
}

/** Reads a tar.gz, or a single file. */
async function readGzip(path: string, blob: Blob, contents: Contents): Promise<void> {
  const unzipped = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
    blob.stream().pipeThrough(new DecompressionStream("gzip"));
  if (isTar(await headOf(unzipped(), contents))) {
    await readTar(unzipped(), contents);
    return;
  }
  const sink = contents.sink(path.replace(/\.gz$/i, "").replace(/\.tgz$/i, ".jsonl"));
  try {
    await sink.writeAll(unzipped());
  } catch (error) {
    contents.damaged(error, "damaged");
  } finally {
    sink.close();
  }
}

/** Returns the first bytes of a stream, as far as it can be read. */
async function headOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, { settled }: Contents): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; size < HEAD;) {
    const next = await settled(reader.read()); // reading the content reports an error
    if (next === undefined || next.done) break;
    chunks.push(next.value);
    size += next.value.byteLength;
  }
  await settled(reader.cancel());
  return new Uint8Array(await new Blob(chunks).slice(0, HEAD).arrayBuffer());
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
