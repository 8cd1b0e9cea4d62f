/** Saves text as one plain file. Its name always ends like a text file's, whatever the transcript calls it. */
export function saveText(name: string, texts: readonly BlobPart[]): void {
  saveAs(
    fileName(name || "text", /\.(?:txt|log|md|jsonl?)$/i, "txt"),
    new Blob([...texts], { type: "text/plain;charset=utf-8" }),
  );
}

/** Offers bytes to the user as a download. */
export function saveAs(name: string, bytes: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may read it later
}

/** Names that are devices on Windows, whatever follows their first dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns a file name from transcript text: visible letters only, with an extension that matches the content. */
export function fileName(name: string, endings: RegExp, ending: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "")
    .slice(-80)
    .replace(devices, "_$&");
  return endings.test(safe) ? safe : `${safe || "file"}.${ending}`;
}
