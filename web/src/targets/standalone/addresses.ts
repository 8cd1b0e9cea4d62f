// "unspool:assets" of a standalone page: boot.ts has created addresses for the embedded files.
import { packedNames } from "./inline-assets";

function urlOf(name: string): string {
  return document.getElementById(name)?.dataset.address ?? "";
}

export const parserWorkerURL = urlOf(packedNames.parserWorker);
export const renderWorkerURL = urlOf(packedNames.renderWorker);
export const wasmURL = urlOf(packedNames.wasm);
export const wasmBrotliURL = "";
export const exportWasmURL = "";
export const exportWasmName = "";
export const missingHelp = "";
/** Absolute addresses, so that any base resolves them the same way. */
export const names = {
  parserWorker: parserWorkerURL,
  renderWorker: renderWorkerURL,
  wasm: wasmURL,
  wasmBrotli: "",
};
