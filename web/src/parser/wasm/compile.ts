import { brotli } from "../../base/brotli";
import { failure, reason } from "../failure";
import { takeEarly } from "./early-response";
import { reach } from "../fetch-with-csp-reason";
import { reasons } from "../strings";
import { settled } from "../../base/report-error";

/** Fetches an address, or rejects with a Failure. */
type Get = (url: string) => Promise<Response>;

const reachWasm: Get = (url) =>
  reach(url, { referrerPolicy: "no-referrer" }, (policy) => failure("wasm", policy || reasons.unreachable(url)));

/**
 * Detects the compression of the wasm at an address by its first bytes, since some servers decompress it in transit.
 * Brotli has no magic bytes of its own.
 */
function formatOf(start: Uint8Array | undefined, url: string): CompressionFormat | undefined {
  const starts = (...mark: readonly number[]): boolean => mark.every((byte, at) => start?.[at] === byte);
  if (starts(0x1f, 0x8b)) return "gzip";
  return !starts(0, 0x61, 0x73, 0x6d) && url.endsWith(".br") ? brotli : undefined;
}

/** Compiles the wasm at an address. Rejects with a Failure. */
export async function compile(url: string, get: Get = reachWasm): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") throw failure("wasm", reasons.noWebAssembly);
  const response = (await takeEarly(url)) ?? (await get(url));
  if (!response.ok || response.body === null) throw failure("wasm", reasons.notLoaded(response.status), url);
  const [start, whole] = response.body.tee();
  const reader = start.getReader();
  const { value } = await reader.read();
  void reader.cancel(); // nothing is cached for it
  const format = formatOf(value, url);
  try {
    const body = format === undefined ? whole : whole.pipeThrough(new DecompressionStream(format));
    return await WebAssembly.compileStreaming(new Response(body, { headers: { "content-type": "application/wasm" } }));
  } catch (error) {
    // Each browser has its own message, but all of them contain the name of the source or of the policy.
    throw failure(
      "wasm",
      /unsafe-eval|CSP|Content Security Policy/.test(reason(error)) ? reasons.noCode : reason(error),
    );
  }
}

/**
 * Compiled modules by address. All viewers of a page share them, so they belong to none. A module has no state; each
 * parser runs its own instance.
 */
const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Compiles once for the page. A failed attempt can be repeated. */
export function compileOnce(url: string, get?: Get): Promise<WebAssembly.Module> {
  let module = modules.get(url);
  if (module === undefined) {
    module = compile(url, get);
    modules.set(url, module);
    void settled(module).then((value) => value ?? modules.delete(url));
  }
  return module;
}
