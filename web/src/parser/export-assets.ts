import { exportWasmName, exportWasmURL } from "unspool:assets";
import { type Assets, assetsAt } from "./assets";

/** Returns the same addresses with the larger parser, which also exports; undefined if it is not shipped. */
export function exportAssetsAt(base: string): Assets | undefined {
  if (exportWasmURL === "") return undefined;
  const assets = assetsAt(base);
  const wasm = base === "" ? exportWasmURL : new URL(exportWasmName, assets.parserWorker).href;
  return { ...assets, wasm };
}
