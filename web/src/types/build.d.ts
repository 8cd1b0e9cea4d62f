// What the build adds: see the package comment of build/site.

declare module "unspool:assets" {
  /** Absolute addresses. The workers know only `wasmURL`. */
  export const parserWorkerURL: string;
  export const renderWorkerURL: string;
  export const wasmURL: string;
}

/** Imported for its effect: it defines `globalThis.Go`. */
declare module "unspool:wasm-exec";

/** The loader that comes with the Go toolchain. */
declare class Go {
  readonly importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface TrustedTypePolicy {
  /** A TrustedScriptURL; the standard library's types know only strings. */
  createScriptURL(url: string): string;
}

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): TrustedTypePolicy;
}

interface Window {
  readonly trustedTypes?: TrustedTypePolicyFactory;
}

/** Streams that can fill the whole buffer at once; other browsers ignore the option. */
interface ReadableStreamBYOBReader {
  read<T extends ArrayBufferView>(view: T, options: { min?: number }): Promise<ReadableStreamReadResult<T>>;
}

/** Of the worker's own library, which cannot be mixed with that of the page. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
