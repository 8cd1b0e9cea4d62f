import { number } from "../base/format";

/** Reasons of failures. */
export const reasons = {
  outside: (path: string) => `it lists ${path}, which is outside its own folder`,
  tooLarge: "it is too large",
  noWebAssembly: "this browser does not support WebAssembly",
  notLoaded: (status: number) => `the parser could not be loaded (${status})`,
  unreachable: (url: string) =>
    `${url} could not be loaded: check the network, and that the host allows it with Access-Control-Allow-Origin`,
  forbidden: (directive: string, origin: string) =>
    `The Content-Security-Policy of this page blocks it: add ${origin} to ${directive}`,
  noCode: "the Content-Security-Policy of this page blocks WebAssembly: add 'wasm-unsafe-eval' to script-src",
  noScript: "its script could not be loaded",
  noFile: "no such file",
  priceTable: "a price table",
  noReply: "no response",
  noMessage: "a message could not be read",
  closed: "it was closed",
  notStarted: "its script did not start within a minute",
  silent: "it is stuck, or the browser is overloaded",
  ended: "the browser ended it",
  full: (used: number) => `out of memory at ${megabytes(used)}`,
  after: (read: number, size: number) => `, after ${megabytes(read)} of ${megabytes(size)}`,
  exited: (code: number) => `exit ${code}`,
} as const;

function megabytes(bytes: number): string {
  return `${number(Math.ceil(bytes / 1e6))} MB`;
}
