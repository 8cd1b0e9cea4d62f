import { fromFile } from "../../session/sources/sources";
import type { Source } from "../../parser/protocol";

/** The useful content of the clipboard: a transcript as files or as text, or the address of one. */
export type Pasted = { readonly sources: readonly Source[] } | { readonly address: string };

export function readPaste(data: DataTransfer | null): Pasted | undefined {
  const files = [...(data?.files ?? [])].map(fromFile);
  if (files.length > 0) return { sources: files };
  const text = data?.getData("text/plain") ?? "";
  if (looksLikeLines(text)) return { sources: [{ path: "pasted.jsonl", blob: new Blob([text]) }] };
  return /^\s*https?:\/\/\S+\s*$/i.test(text) ? { address: text.trim() } : undefined;
}

/** Reports whether a text begins like a JSON object or an array of them. */
function looksLikeLines(text: string): boolean {
  return /^\s*(?:\[\s*)?\{\s*"[^"\n]{1,80}"\s*:/.test(text.slice(0, 400));
}
