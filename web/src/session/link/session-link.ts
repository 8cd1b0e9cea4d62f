// A session in an address: `inline:1.` and a transcript, compressed with zlib and encoded as base64url. Such a text is
// the part `src` of a page's fragment, like the address of a session. This code is loaded late and shares none with the
// page: each shared module would become another file that every visit loads.
import { decodeUrl, encodeUrl } from "../../base/base64";
import type { Source } from "../../parser/protocol";
import { strings } from "./strings";

/** A file from a link, or why there is none: a text that completes "The address could not be opened:". */
type Decoded = { readonly kind: "file"; readonly source: Source } | { readonly kind: "refused"; readonly why: string };

/** The only version so far. Others may compress in another way, or contain several files. */
const VERSION = 1;

/** Chromium's address bar holds 32,768 characters, Slack's messages 40,000. The rest is for the page and a position. */
const MAX_LENGTH = 32_000;

/** Data can be compressed to a thousandth of its size, so the length of a link does not limit it enough. */
const MAX_BYTES = 8 << 20;

/** The name of the file that a link is read as. */
const NAME = "shared-link.jsonl";

/** Zlib rather than raw deflate: its checksum detects a link that was changed. */
const FORMAT: CompressionFormat = "deflate";

/**
 * Returns the text that contains a transcript, to be used as `src` of a page's fragment (`hashFor` of
 * targets/app/location.ts); undefined if the transcript is too long for a link.
 */
export async function encodeSessionLink(transcript: BlobPart): Promise<string | undefined> {
  const blob = new Blob([transcript]);
  if (blob.size > MAX_BYTES) return undefined;
  const compressed = await new Response(blob.stream().pipeThrough(new CompressionStream(FORMAT))).arrayBuffer();
  const src = `inline:${VERSION}.${encodeUrl(new Uint8Array(compressed))}`;
  return src.length > MAX_LENGTH ? undefined : src;
}

/** Unpacks the transcript in the `src` of a link. */
export async function decodeSessionLink(src: string): Promise<Decoded> {
  const [, version = "", encoded = ""] = /^inline:([1-9]\d{0,8})\.(.*)$/s.exec(src) ?? [];
  if (Number(version) > VERSION) return refused(strings.newerVersion);
  if (src.length > MAX_LENGTH) return refused(strings.tooLong);
  // A single character after the last group of four encodes nothing.
  if (!/^[\w-]+$/.test(encoded) || encoded.length % 4 === 1) return refused(strings.damaged);
  return inflate(decodeUrl(encoded));
}

function refused(why: string): Decoded {
  return { kind: "refused", why };
}

/** Decompresses bytes, and stops when there are too many. */
async function inflate(compressed: Uint8Array<ArrayBuffer>): Promise<Decoded> {
  const reader = new Blob([compressed]).stream().pipeThrough(new DecompressionStream(FORMAT)).getReader();
  const parts: BlobPart[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: "file", source: { path: NAME, blob: new Blob(parts) } };
      size += value.byteLength;
      if (size > MAX_BYTES) {
        await reader.cancel();
        return refused(strings.tooLarge(MAX_BYTES >> 20));
      }
      parts.push(value);
    }
  } catch (error) {
    // A TypeError in browsers, another Error in Node. The bytes are in memory, so only they can be the reason.
    if (error instanceof Error) return refused(strings.damaged);
    throw error;
  }
}
