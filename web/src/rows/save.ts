import { fileName, saveAs } from "../element/save";
import type { ParserApi } from "../worker/protocol";
import type { Media } from "../worker/model";

/**
 * Hands a PDF to the reader as a file; false where its bytes are none. They go
 * as bytes of no type, so that no browser opens them in the page's place.
 */
export async function save(media: Media, api: ParserApi): Promise<boolean> {
  const text = new TextDecoder().decode(await api.raw(media.file, media.offset, media.length));
  const content = decoded(text.replaceAll("\\/", "/"));
  if (content === undefined || !content.startsWith("%PDF-")) return false;
  const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
  saveAs(fileName(media.name || "document", /\.pdf$/i, "pdf"), new Blob([bytes], { type: "application/octet-stream" }));
  return true;
}

function decoded(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}
