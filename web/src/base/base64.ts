/**
 * Bytes that encode to whole groups of characters, so that data can be encoded in pieces of a multiple of this size.
 */
export const GROUP_BYTES = 3;

/** The characters of such a group, so that text can be decoded in pieces of a multiple of this size. */
export const GROUP_CHARS = 4;

const ARGUMENTS = 8192; // few enough arguments for one call

export function decode(text: string): Uint8Array<ArrayBuffer> {
  if (Uint8Array.fromBase64 !== undefined) return Uint8Array.fromBase64(text);
  const chars = atob(text);
  const bytes = new Uint8Array(chars.length);
  for (let i = 0; i < chars.length; i++) bytes[i] = chars.charCodeAt(i);
  return bytes;
}

export function encode(bytes: Uint8Array): string {
  if (bytes.toBase64 !== undefined) return bytes.toBase64();
  let chars = "";
  for (let at = 0; at < bytes.length; at += ARGUMENTS)
    chars += String.fromCharCode(...bytes.subarray(at, at + ARGUMENTS));
  return btoa(chars);
}

/** Decodes text of the alphabet for addresses, without padding. */
export function decodeUrl(text: string): Uint8Array<ArrayBuffer> {
  return decode(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/** Encodes in the alphabet for addresses, without padding. */
export function encodeUrl(bytes: Uint8Array): string {
  return encode(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
