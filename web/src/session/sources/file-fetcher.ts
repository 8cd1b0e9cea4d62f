import { type Failure, type FailureCode } from "../../parser/protocol";
import { failure } from "../../parser/failure";
import { reach } from "../../parser/fetch-with-csp-reason";
import { reasons } from "../../parser/strings";
import { bytes } from "../format";
import { strings } from "./strings";

/** A fetched file. */
export interface Fetched {
  readonly blob: Blob;
  readonly wasGzipped: boolean; // whether it was sent gzipped; the blob is decompressed
  readonly incomplete?: Failure | undefined; // why it ends early
}

/**
 * Fetches the files of one load, and reports the bytes received and the total (0 if unknown). Rejects with a Failure.
 */
export type FileFetcher = (
  signal: AbortSignal,
  onBytes: (bytes: number, total: number) => void,
) => (url: URL) => Promise<Fetched>;

/**
 * Fetches files of the page's own host exactly as the browser delivers them. If a transfer breaks off, what arrived is
 * returned with the reason.
 */
export const ownFiles: FileFetcher = (signal) => async (url) => {
  const reader = (await request(url, { signal })).body?.getReader();
  let size = 0;
  let incomplete: Failure | undefined;
  const arrived = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = (await reader?.read())?.value;
        if (chunk === undefined) return controller.close();
        size += chunk.byteLength;
        controller.enqueue(chunk);
      } catch (error) {
        if (size === 0 || signal.aborted) throw error;
        incomplete = failure("incomplete", strings.cut(url.host, bytes(size)), url.href);
        controller.close();
      }
    },
  });
  return { blob: await new Response(arrived).blob(), wasGzipped: false, incomplete };
};

/** Requests a file without credentials or referrer. A redirect that is not followed has status 0. */
export async function request(
  url: URL,
  init: RequestInit,
  blocked: (policy: string) => Failure = (policy) =>
    failure("blocked", policy || reasons.unreachable(url.href), url.href),
): Promise<Response> {
  const response = await reach(url.href, { credentials: "omit", referrerPolicy: "no-referrer", ...init }, blocked);
  if (response.ok || response.status === 0) return response;
  const code: FailureCode = response.status === 404 || response.status === 410 ? "missing" : "refused";
  throw failure(code, `${response.status} ${response.statusText}`.trim(), url.href);
}
