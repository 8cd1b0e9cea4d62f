// The bytes of a file, or a range of them, by RFC 9110.
import type { IncomingMessage, ServerResponse } from "node:http";
import { dataHeaders } from "./guard";
import type { OpenedFile } from "./roots";

const PIECE = 1 << 16;

interface Range {
  readonly from: number;
  readonly to: number; // exclusive
}

/** Sends a file, and closes it. */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: OpenedFile): Promise<void> {
  try {
    const tag = `"${file.size.toString(16)}-${file.modified.toString(36)}"`;
    const headers = { ...dataHeaders, etag: tag, "accept-ranges": "bytes" };
    const { "if-match": match, "if-none-match": noneMatch, "if-range": ifRange, range } = request.headers;
    if (match !== undefined && !lists(match, tag)) return void response.writeHead(412, headers).end();
    if (noneMatch !== undefined && lists(noneMatch, tag)) return void response.writeHead(304, headers).end();
    const asksForPart = range !== undefined && (ifRange === undefined || ifRange === tag);
    const part = asksForPart ? parseRange(range, file.size) : "all";
    if (part === "none") {
      return void response.writeHead(416, { ...headers, "content-range": `bytes */${file.size}` }).end();
    }
    const { from, to } = part === "all" ? { from: 0, to: file.size } : part;
    const contentRange = part === "all" ? {} : { "content-range": `bytes ${from}-${to - 1}/${file.size}` };
    response.writeHead(part === "all" ? 200 : 206, { ...headers, ...contentRange, "content-length": `${to - from}` });
    if (request.method === "HEAD") return void response.end();
    await sendBytes(response, file, from, to);
  } finally {
    await file.close();
  }
}

/** Reports whether a list of entity tags has one; weak ones are never equal. */
function lists(header: string, tag: string): boolean {
  return header.trim() === "*" || header.split(",").some((one) => one.trim() === tag);
}

/** Parses a header Range with one range: "none" if the file has no such bytes, "all" for other forms. */
function parseRange(header: string, size: number): Range | "all" | "none" {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === "" && last === "") return "all";
  if (first === "") {
    const count = Number(last);
    return count === 0 || size === 0 ? "none" : { from: Math.max(0, size - count), to: size };
  }
  const from = Number(first);
  const to = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < from) return "all";
  return from >= size ? "none" : { from, to };
}

/** Sends bytes as fast as the client reads them. If the file is shorter by now, the connection breaks off. */
async function sendBytes(response: ServerResponse, file: OpenedFile, from: number, to: number): Promise<void> {
  for (let at = from; at < to && !response.destroyed;) {
    const bytes = await file.read(at, Math.min(PIECE, to - at));
    if (bytes.byteLength === 0) return response.destroy();
    at += bytes.byteLength;
    if (!response.write(bytes)) await drained(response);
  }
  response.end();
}

export function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}
