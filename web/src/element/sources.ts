import { failure } from "../worker/failure";
import type { Source } from "../worker/protocol";
import { reasons } from "../words";

/** Everything that a session can be loaded from. */
export type Loadable = File | Blob | string | Uint8Array | FileList | readonly Source[];

/** Brings what was given into one form. A string is the text of a transcript. */
export function toSources(input: Loadable): readonly Source[] {
  if (typeof input === "string") return [{ path: "session.jsonl", blob: new Blob([input]) }];
  if (input instanceof Uint8Array) return [{ path: "session.jsonl", blob: new Blob([input as BlobPart]) }];
  if (input instanceof File) return [fromFile(input)];
  if (input instanceof Blob) return [{ path: "session.jsonl", blob: input }];
  if (input instanceof FileList) return [...input].map(fromFile);
  return input;
}

/** A file with its place inside the chosen folder, if it comes out of one. */
export function fromFile(file: File): Source {
  return { path: file.webkitRelativePath || file.name, blob: file };
}

/** A list of files that a server has: their paths are relative to the list. */
interface Listing {
  readonly name: string;
  readonly files: readonly string[];
}

const AT_ONCE = 6;
const MOST_FILES = 20_000;

/** Fetches a transcript, or all files of a listing. Rejects with a Failure. */
export async function fetchSources(
  address: string,
  signal: AbortSignal,
  onProgress: (done: number, all: number) => void,
): Promise<readonly Source[]> {
  const base = new URL(address, document.baseURI);
  const first = await get(base, signal);
  if (!base.pathname.endsWith(".json")) return [{ path: lastName(base.pathname), blob: first }];
  const listing = readListing(await first.text());
  if (listing === undefined) return [{ path: lastName(base.pathname), blob: first }];
  const folder = listing.name || "session";
  const waiting = [...listing.files.slice(0, MOST_FILES).entries()];
  const sources: Source[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, path] = next;
      const url = new URL(path.split("/").map(encodeURIComponent).join("/"), base);
      // A list names files beside and below itself, nothing else.
      if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname.slice(0, base.pathname.lastIndexOf("/") + 1))) continue;
      sources[at] = { path: `${folder}/${path}`, blob: await get(url, signal) };
      onProgress(++done, listing.files.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sources.filter((source) => source !== undefined);
}

async function get(url: URL, signal: AbortSignal): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  } catch (error) {
    if (signal.aborted) throw error;
    throw failure("address", reasons.noAnswer(url.host), lastName(url.pathname));
  }
  if (!response.ok) throw failure("address", `${response.status} ${response.statusText}`.trim(), lastName(url.pathname));
  return response.blob();
}

function readListing(text: string): Listing | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("files" in value) || !Array.isArray(value.files)) return undefined;
  const files = value.files.filter((file): file is string => typeof file === "string");
  return { name: "name" in value && typeof value.name === "string" ? value.name : "", files };
}

function lastName(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}
