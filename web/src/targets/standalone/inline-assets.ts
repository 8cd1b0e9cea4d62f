// The files that a page of one file carries: each is gzip, as base64, in a script element that does not run.
import { GROUP_CHARS, decode } from "../../base/base64";

/** Their ids. build/site/onefile.go writes all but the last. */
export const packedNames = {
  page: "page.html.gz",
  app: "app.js.gz",
  parserWorker: "parser-worker.js.gz",
  renderWorker: "render-worker.js.gz",
  wasm: "parser.wasm.gz",
  licenses: "licenses.txt.gz",
  session: "session.gz",
} as const;

const STEP = GROUP_CHARS << 20; // characters that are decoded at a time

/** A file as it was packed; undefined if the page has none of that name. */
export function packed(name: string): Blob | undefined {
  const text = document.getElementById(name)?.textContent ?? "";
  if (text === "") return undefined;
  const parts: BlobPart[] = [];
  for (let at = 0; at < text.length; at += STEP) parts.push(decode(text.slice(at, at + STEP)));
  return new Blob(parts, { type: "application/gzip" });
}

export function inflate(file: Blob): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}
