import { settled } from "../../base/report-error";

/** The response that the preloading script, which shares no code with the page, passes on in the global object. */
interface EarlyScope {
  unspoolParser?: { readonly url: string; readonly response: Promise<Response | undefined> } | undefined;
}

const scope = globalThis as EarlyScope;

/** Requests an address before the page's code does. */
export function requestEarly(url: string): void {
  const response = settled(fetch(url, { referrerPolicy: "no-referrer", priority: "low" }));
  scope.unspoolParser = { url, response };
}

/** Returns the response to an early request, once; undefined if it failed or there was none. */
export async function takeEarly(url: string): Promise<Response | undefined> {
  const early = scope.unspoolParser;
  if (early?.url !== url) return undefined;
  scope.unspoolParser = undefined;
  return early.response;
}
