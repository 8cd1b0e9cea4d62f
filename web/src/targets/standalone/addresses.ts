// "unspool:assets" of a standalone page: boot.ts has created addresses for the embedded files.
import { packedNames } from "./inline-assets";

function addressOf(name: string): string {
  return document.getElementById(name)?.dataset.address ?? "";
}

export const parserWorkerURL = addressOf(packedNames.parserWorker);
export const renderWorkerURL = addressOf(packedNames.renderWorker);
export const wasmURL = addressOf(packedNames.wasm);
export const wasmBrotliURL = "";
/** Absolute addresses, so that any base resolves them the same way. */
export const names = { parserWorker: parserWorkerURL, renderWorker: renderWorkerURL, wasm: wasmURL, wasmBrotli: "" };
