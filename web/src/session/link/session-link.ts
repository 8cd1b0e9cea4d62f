// A session in an address: `inline:1.` and a transcript, compressed with zlib and encoded as base64url. Such a text is
// the part `src` of a page's fragment, like the address of a session.
import { decodeUrl, encodeUrl } from "../../base/base64";
import { number } from "../../base/format";
import { failure } from "../../parser/failure";
import { type Content, blobOf } from "../../parser/names";
import type { Source } from "../../parser/protocol";
import { settled } from "../../base/report-error";
import { sessionLinkScheme } from "../view-location";
import { strings } from "./strings";

/** The only version so far. Others may compress in another way, or contain several files. */
const VERSION = 1;

/** Browsers accept addresses of at least a million characters, and chats messages of at least this many. */
const MAX_LENGTH = 32_000;

/** A link of the maximum length can be unpacked to a thousand times its size. */
const MAX_BYTES = 8 << 20;

/** The name of the file that a link is read as. */
const NAME = "shared-link.jsonl";

/** Zlib rather than raw deflate: its checksum detects a link that was changed. */
const FORMAT: CompressionFormat = "deflate";

/**
 * Returns the text that contains a transcript, to be used as `src` of a fragment; undefined if it would be too long for
 * a link.
 */
export async function encodeSessionLink(transcript: Content): Promise<string | undefined> {
  const blob = blobOf(transcript);
  if (blob.size > MAX_BYTES) return undefined;
  const compressed = await new Response(blob.stream().pipeThrough(new CompressionStream(FORMAT))).arrayBuffer();
  const link = `${sessionLinkScheme}${VERSION}.${encodeUrl(new Uint8Array(compressed))}`;
  return link.length > MAX_LENGTH ? undefined : link;
}

/** Returns the transcript in the `src` of a link as a file. Rejects with a Failure that says what is wrong with it. */
export async function decodeSessionLink(src: string): Promise<Source> {
  const [, version = "", encoded = ""] = /^inline:([1-9]\d{0,8})\.(.*)$/s.exec(src) ?? [];
  if (Number(version) > VERSION) throw failure("address", strings.newerVersion);
  if (src.length > MAX_LENGTH) throw failure("address", strings.tooLong(number(MAX_LENGTH)));
  // A group of four characters, of which only one is left, encodes nothing.
  if (!/^[\w-]+$/.test(encoded) || encoded.length % 4 === 1) throw failure("address", strings.damaged);
  const blob = await inflate(decodeUrl(encoded));
  if (blob === undefined) throw failure("address", strings.tooLarge(MAX_BYTES >> 20));
  return { path: NAME, blob };
}

/** Decompresses bytes; undefined if the result is too large, of which no more than that is produced. */
async function inflate(compressed: Uint8Array<ArrayBuffer>): Promise<Blob | undefined> {
  const reader = new Blob([compressed]).stream().pipeThrough(new DecompressionStream(FORMAT)).getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      bytes += value.byteLength;
      if (bytes > MAX_BYTES) return undefined;
      parts.push(value);
    }
  } catch (error) {
    // A TypeError in browsers, another Error in Node. The bytes are in memory, so only they can be the reason.
    throw error instanceof Error ? failure("address", strings.damaged) : error;
  } finally {
    void settled(reader.cancel());
  }
}
