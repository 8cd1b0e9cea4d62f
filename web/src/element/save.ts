/** Saves texts as one plain file. Its name only ever ends like that of a text, whatever the transcript calls it. */
export function saveText(name: string, texts: readonly BlobPart[]): void {
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+/, "").slice(-80);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([...texts], { type: "text/plain;charset=utf-8" }));
  link.download = /\.(?:txt|log|md|jsonl?)$/i.test(safe) ? safe : `${safe || "text"}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may read it later
}
