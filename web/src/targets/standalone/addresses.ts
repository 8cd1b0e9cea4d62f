// "unspool:assets" of a page of one file: boot.ts has given what is packed in it addresses.
import { packedNames } from "./inline-assets";

function addressOf(name: string): string {
  return document.getElementById(name)?.dataset.address ?? "";
}

export const parserWorkerURL = addressOf(packedNames.parserWorker);
export const renderWorkerURL = addressOf(packedNames.renderWorker);
export const wasmURL = addressOf(packedNames.wasm);
export const wasmBrotliURL = "";
/** Whole addresses, so that they mean the same below any other. */
export const names = { parserWorker: parserWorkerURL, renderWorker: renderWorkerURL, wasm: wasmURL, wasmBrotli: "" };
