// unspool/parser for Node, which also accepts paths.
import { readFile } from "node:fs/promises";
import { exportWasmURL, wasmURL } from "unspool:assets";
import { compileOnce } from "../../parser/wasm/compile";
import { diskSources, readDisk } from "./disk";
import { UnspoolError as Implementation, wrongInput } from "./error";
import { bytesToSources } from "./input";
import { openSources } from "./open";
import type { Input, Open, UnspoolErrorConstructor } from "./opened";

export const open: Open = async (input, options = {}) => {
  const module = compileOnce(wasmURL, readResponse);
  const exportModule = (): Promise<WebAssembly.Module> => compileOnce(exportWasmURL, readResponse);
  const sources = bytesToSources(input);
  if (sources !== undefined) return openSources(sources, options, module, undefined, exportModule);
  return openSources(await diskSources(paths(input)), options, module, readDisk, exportModule);
};

export const UnspoolError: UnspoolErrorConstructor = Implementation;

function* paths(input: Input): Iterable<string | URL> {
  if (typeof input === "string" || input instanceof URL) yield input;
  else if (!(input instanceof Blob || input instanceof Uint8Array || input instanceof ArrayBuffer)) {
    for (const one of input) {
      if (typeof one !== "string" && !(one instanceof URL))
        throw wrongInput("either paths or bytes, not both in one list");
      yield one;
    }
  }
}

/** Node's fetch does not accept file: URLs. */
async function readResponse(url: string): Promise<Response> {
  return new Response(await readFile(new URL(url)));
}
