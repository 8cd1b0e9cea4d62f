// unspool/parser for browsers: the parser on the calling thread, without a worker.
import { type Assets, assetsAt } from "../../parser/assets";
import { exportAssetsAt } from "../../parser/export-assets";
import { failure } from "../../parser/failure";
import { exportReasons } from "../../parser/export-strings";
import { compileOnce } from "../../parser/wasm/compile";
import { UnspoolError as Implementation, wrongInput } from "./error";
import { bytesToSources } from "./input";
import { openSources } from "./open";
import type { Open, UnspoolErrorConstructor } from "./opened";

export const open: Open = async (input, options = {}) => {
  const sources = bytesToSources(input);
  if (sources === undefined) throw wrongInput("paths are not supported in a browser: open a File, a Blob or bytes");
  const base = options.assets ?? "";
  const exportModule = (): Promise<WebAssembly.Module> => compileOnce(required(exportAssetsAt(base)).wasm);
  return openSources(sources, options, compileOnce(assetsAt(base).wasm), undefined, exportModule);
};

function required(assets: Assets | undefined): Assets {
  if (assets === undefined) throw failure("wasm", exportReasons.noExport);
  return assets;
}

export const UnspoolError: UnspoolErrorConstructor = Implementation;

export type * from "./opened";
export type * from "../../parser/model";
export type { Failure, FailureCode, Picture, Progress, RowFilter as Slice } from "../../parser/protocol";
export type { Hits } from "../../parser/search";
export type { ExportFormat, ExportOptions } from "../../parser/session-exporter";
export type { ExportedFile } from "../../parser/exporter";
