import { fromFile } from "../element/sources";
import type { Source } from "../worker/protocol";

/** A transcript in the clipboard, as files or as text. */
export function readPaste(data: DataTransfer | null): readonly Source[] {
  if (data === null) return [];
  const files = [...data.files].map(fromFile);
  if (files.length > 0) return files;
  const text = data.getData("text/plain");
  return looksLikeLines(text) ? [{ path: "pasted.jsonl", blob: new Blob([text]) }] : [];
}

/** Whether a text begins as JSON objects do, one or an array of them. */
function looksLikeLines(text: string): boolean {
  return /^\s*(?:\[\s*)?\{\s*"[^"\n]{1,80}"\s*:/.test(text.slice(0, 400));
}
