// unspool/parser for browsers: the parser on the calling thread, without a worker.
import { assetsAt } from "../../parser/assets";
import { compileOnce } from "../../parser/wasm/compile";
import { UnspoolError as Implementation, wrongInput } from "./error";
import { bytesToSources } from "./input";
import { openSources } from "./open";
import type { Open, UnspoolErrorConstructor } from "./opened";

export const open: Open = async (input, options = {}) => {
  const sources = bytesToSources(input);
  if (sources === undefined) throw wrongInput("paths are not supported in a browser: open a File, a Blob or bytes");
  return openSources(sources, options, compileOnce(assetsAt(options.assets ?? "").wasm), undefined);
};

export const UnspoolError: UnspoolErrorConstructor = Implementation;

export type * from "./opened";
export type * from "../../parser/model";
export type { Failure, FailureCode, Picture, Progress, RowFilter as Slice } from "../../parser/protocol";
export type { Hits } from "../../parser/search";
