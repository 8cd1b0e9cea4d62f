import { strings } from "./strings";
import { fileName, saveAs } from "../../base/save";
import type { ParserApi } from "../../parser/protocol";
import type { Media } from "../../parser/model";
import { reportedFault } from "../shared/failure-text";

/**
 * Saves a PDF, and shows a reason if that fails. It is sent as bytes without a type, so that no browser opens it in
 * place of the page.
 */
export function save(media: Media, api: ParserApi): Promise<string> {
  return give(media, api).catch((error: unknown) => reportedFault(error));
}

async function give(media: Media, api: ParserApi): Promise<string> {
  const text = new TextDecoder().decode(await api.raw(media));
  const content = decoded(text.replaceAll("\\/", "/"));
  if (!content?.startsWith("%PDF-")) return strings.brokenFile;
  const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
  saveAs(fileName(media.name || "document", /\.pdf$/i, "pdf"), new Blob([bytes], { type: "application/octet-stream" }));
  return "";
}

function decoded(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}
