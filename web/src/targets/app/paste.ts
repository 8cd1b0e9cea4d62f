import { fromFile } from "../../session/sources/sources";
import type { Source } from "../../parser/protocol";

/** The content of the clipboard: files or a text, which may be a transcript, or an address. */
export type Pasted = { readonly sources: readonly Source[] } | { readonly url: string };

const PASTED = "Pasted text"; // shown in messages

export function readPaste(data: DataTransfer | null): Pasted | undefined {
  const files = [...(data?.files ?? [])].map(fromFile);
  if (files.length > 0) return { sources: files };
  const text = data?.getData("text/plain") ?? "";
  if (text.trim() === "") return undefined;
  if (/^\s*https?:\/\/\S+\s*$/i.test(text)) return { url: text.trim() };
  return { sources: [{ path: looksLikeLines(text) ? "pasted.jsonl" : PASTED, blob: new Blob([text]) }] };
}

/** Reports whether a text begins like a JSON object or an array of them. */
function looksLikeLines(text: string): boolean {
  return /^\s*(?:\[\s*)?\{\s*"[^"\n]{1,80}"\s*:/.test(text.slice(0, 400));
}
