// Server-sent events: the manifest, and then its changes. What parser/serve/events.go does.
import type { ServerResponse } from "node:http";
import { drained } from "./file-response";
import { dataHeaders } from "./guard";
import type { Roots, ListedFile } from "./roots";

const INTERVAL = 500; // ms between two walks, at least
const SHARE = 20; // so many times as long as the last walk, at least
const PING = 15_000; // ms of silence after which a comment is sent

interface Change {
  readonly files: readonly ListedFile[]; // that are new, or have another size or time
  readonly gone: readonly string[];
}

/** Returns the change from one list to another. */
function compare(before: readonly ListedFile[], after: readonly ListedFile[]): Change {
  const known = new Map(before.map((file) => [file.path, file]));
  const files = after.filter((file) => {
    const old = known.get(file.path);
    known.delete(file.path);
    return old?.size !== file.size || old.modified !== file.modified;
  });
  return { files, gone: [...known.keys()] };
}

/** Sends events until the page closes the stream, or the server stops. */
export async function sendEvents(response: ServerResponse, roots: Roots, stopped: AbortSignal): Promise<void> {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  const ended = AbortSignal.any([closed.signal, stopped]);
  const write = async (text: string): Promise<void> => {
    if (!response.write(text)) await drained(response);
  };
  const send = (event: string, data: unknown): Promise<void> =>
    write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  response.writeHead(200, { ...dataHeaders, "content-type": "text/event-stream" });
  let start = Date.now();
  let known = await roots.manifest();
  await send("files", known);
  let sent = Date.now();
  while (!ended.aborted) {
    await pause(Math.max(INTERVAL, SHARE * (Date.now() - start)), ended);
    if (ended.aborted) break;
    start = Date.now();
    const next = await roots.manifest();
    const change = compare(known.files, next.files);
    if (change.files.length + change.gone.length > 0) await send("change", change);
    else if (Date.now() - sent > PING) await write(": ping\n\n");
    else continue;
    sent = Date.now();
    known = next;
  }
  if (!closed.signal.aborted) await send("end", {});
  response.end();
}

/** Waits so many ms, or until a signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
