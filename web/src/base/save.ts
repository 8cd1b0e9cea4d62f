/** Saves texts as one plain file. Its name only ever ends like that of a text, whatever the transcript calls it. */
export function saveText(name: string, texts: readonly BlobPart[]): void {
  saveAs(
    fileName(name || "text", /\.(?:txt|log|md|jsonl?)$/i, "txt"),
    new Blob([...texts], { type: "text/plain;charset=utf-8" }),
  );
}

/** Hands bytes to the reader as a file. */
export function saveAs(name: string, bytes: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may read it later
}

/** Names that are devices for Windows, whatever follows their first dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A name for a file, from a transcript: of letters that can be seen, and with an ending that says what is in it. */
export function fileName(name: string, endings: RegExp, ending: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "")
    .slice(-80)
    .replace(devices, "_$&");
  return endings.test(safe) ? safe : `${safe || "file"}.${ending}`;
}
