// What the build adds: see the package comment of build/site.

declare module "unspool:assets" {
  /** Absolute addresses. Only the page's own code has them: the workers are told. */
  export const parserWorkerURL: string;
  export const renderWorkerURL: string;
  export const wasmURL: string;
  /** The same file, smaller; "" where it is not shipped. */
  export const wasmBrotliURL: string;
  /** The names of these files, for who keeps them elsewhere. */
  export const names: {
    readonly parserWorker: string;
    readonly renderWorker: string;
    readonly wasm: string;
    readonly wasmBrotli: string;
  };
}

declare module "unspool:wasm-exec" {
  /** What the program asks of files: to write, and the numbers of ways to open them, which it never does. */
  export interface GoFiles {
    readonly constants: Readonly<Record<string, number>>;
    writeSync(fd: number, bytes: Uint8Array): number;
  }

  /**
   * The loader that comes with the Go toolchain, which knows its surroundings by the global object it is given, and
   * where the program writes to.
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

/** Of workers; undefined in a page. */
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

/** Of browsers from 2025 on. */
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

/** Of Chromium alone. */
interface Window {
  showOpenFilePicker?(options: { readonly id: string; readonly multiple: boolean }): Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?(options: { readonly id: string }): Promise<FileSystemDirectoryHandle>;
}

/** Streams that can fill the whole buffer at once; other browsers ignore the option. */
interface ReadableStreamBYOBReader {
  read<T extends ArrayBufferView>(view: T, options: { min?: number }): Promise<ReadableStreamReadResult<T>>;
}

/** Of the worker's own library, which cannot be mixed with that of the page. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A file that is included as its text. */
declare module "*.txt" {
  const text: string;
  export default text;
}
