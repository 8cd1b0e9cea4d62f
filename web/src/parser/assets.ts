import { names, parserWorkerURL, renderWorkerURL, wasmBrotliURL, wasmURL } from "unspool:assets";
import { inflatesBrotli } from "../base/brotli";

/** Absolute addresses of the files that the viewer's code needs. */
export interface Assets {
  readonly parserWorker: string;
  readonly renderWorker: string;
  readonly wasm: string;
}

/**
 * Returns the addresses of the built files beside the code, or in the folder `base`, which is relative to the document.
 */
export function assetsAt(base: string): Assets {
  const brotli = wasmBrotliURL !== "" && inflatesBrotli();
  if (base === "")
    return { parserWorker: parserWorkerURL, renderWorker: renderWorkerURL, wasm: brotli ? wasmBrotliURL : wasmURL };
  const folder = new URL(base.endsWith("/") ? base : `${base}/`, document.baseURI);
  const at = (name: string): string => new URL(name, folder).href;
  return {
    parserWorker: at(names.parserWorker),
    renderWorker: at(names.renderWorker),
    wasm: at(brotli ? names.wasmBrotli : names.wasm),
  };
}
