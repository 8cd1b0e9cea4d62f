// The files embedded in a standalone page: gzip, as base64, each in a script element that does not run.
import { GROUP_CHARS, decode } from "../../base/base64";

/** The element IDs. build/site/onefile.go writes all but the last. */
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

/** Returns an embedded file, still compressed, or undefined if there is none of that name. */
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

/** Returns the source of the page as built, without saved files: a frame, and the files to put in it. */
export async function ownSource(): Promise<string> {
  const frame = packed(packedNames.page);
  if (frame === undefined) return "";
  const text = await (await inflate(frame)).text();
  return text.replace(
    /(<script type="application\/gzip" id="([^"]*)">)(?=<\/script>)/g,
    (_, tag: string, id: string) => tag + (document.getElementById(id)?.textContent ?? ""),
  );
}
