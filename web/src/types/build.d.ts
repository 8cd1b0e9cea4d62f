// What the build adds: see the package comment of build/site.

declare module "unspool:assets" {
  /** Absolute addresses. Only the page's own code has them: it passes them to the workers. */
  export const parserWorkerURL: string;
  export const renderWorkerURL: string;
  export const wasmURL: string;
  /** The same file, compressed; "" if it is not shipped. */
  export const wasmBrotliURL: string;
  /** The larger parser, which also exports; "" if it is not shipped. */
  export const exportWasmURL: string;
  export const exportWasmName: string;
  /** A sentence about why these files may be missing, after a space; "" if there is no usual reason. */
  export const missingHelp: string;
  /** The names of these files, for pages that serve them from elsewhere. */
  export const names: {
    readonly parserWorker: string;
    readonly renderWorker: string;
    readonly wasm: string;
    readonly wasmBrotli: string;
  };
}

declare module "unspool:wasm-exec" {
  /**
   * The functions for files that the program needs: one to write, and the flags for opening files, which it never does.
   */
  export interface GoFiles {
    readonly constants: Readonly<Record<string, number>>;
    writeSync(fd: number, bytes: Uint8Array): number;
  }

  /**
   * The loader from the Go toolchain, with the global object that it uses, and the destination of the program's output.
   */
  export function loadGo(
    globalThis: object,
    fs: GoFiles,
  ): new () => {
    readonly importObject: WebAssembly.Imports;
    exit: (code: number) => void;
    run(instance: WebAssembly.Instance): Promise<void>;
  };
}

/** In workers; undefined in a page. */
declare const WorkerGlobalScope: unknown;

interface TrustedTypePolicy {
  /** A TrustedScriptURL; the standard library's types know only strings. */
  createScriptURL(url: string): string;
  createScript(code: string): string;
}

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: Partial<TrustedTypePolicy>): TrustedTypePolicy;
}

interface Window {
  readonly trustedTypes?: TrustedTypePolicyFactory;
}

/** In browsers since 2025. */
interface Uint8ArrayConstructor {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

interface Uint8Array {
  toBase64?(): string;
}

/** Not in Safari. */
interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** In Chromium only. */
interface Window {
  showOpenFilePicker?(options: { readonly id: string; readonly multiple: boolean }): Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?(options: { readonly id: string }): Promise<FileSystemDirectoryHandle>;
}

/** Streams that can fill the whole buffer in one read; other browsers ignore the option. */
interface ReadableStreamBYOBReader {
  read<T extends ArrayBufferView>(view: T, options: { min?: number }): Promise<ReadableStreamReadResult<T>>;
}

/** From the library for workers, which cannot be combined with that for pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A file that is included as text. */
declare module "*.txt" {
  const text: string;
  export default text;
}

/** A picture that becomes a file of the site: its path, relative to the code. */
declare module "*.webp" {
  const path: string;
  export default path;
}
