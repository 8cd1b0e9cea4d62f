// The part of Node's API that unspool/parser needs, and of files what the command of the npm package needs. Node's
// own types would be visible to all of our code.

declare module "node:fs" {
  /** Flags that Windows lacks are undefined. */
  export const constants: {
    readonly O_RDONLY: number;
    readonly O_NONBLOCK?: number;
    readonly O_NOFOLLOW?: number;
  };
  export function openSync(path: string, flags: "r"): number;
  export function readSync(fd: number, into: Uint8Array, offset: number, length: number, position: number): number;
  export function closeSync(fd: number): void;
  export function openAsBlob(path: string): Promise<Blob>;
}

declare module "node:fs/promises" {
  interface Info {
    readonly size: number;
    readonly mtimeMs: number;
    readonly ino: number;
    isFile(): boolean;
    isDirectory(): boolean;
  }
  interface FileHandle {
    stat(): Promise<Info>;
    read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
    close(): Promise<void>;
  }
  interface Entry {
    readonly name: string;
    isFile(): boolean;
    isDirectory(): boolean;
    isSymbolicLink(): boolean;
  }
  interface Buffer extends Uint8Array<ArrayBuffer> {
    toString(encoding?: "base64"): string;
  }
  export function open(path: string, flags?: number): Promise<FileHandle>;
  export function readFile(path: URL): Promise<Buffer>;
  export function readdir(path: string, options: { withFileTypes: true }): Promise<Entry[]>;
  export function readdir(path: URL, options: { recursive: true }): Promise<string[]>;
  export function realpath(path: string): Promise<string>;
  export function stat(path: string): Promise<Info>;
}

declare module "node:path" {
  export function basename(path: string): string;
  export function dirname(path: string): string;
  export function join(...parts: readonly string[]): string;
  export function resolve(path: string): string;
  export function extname(path: string): string;
  export const sep: string;
}

declare module "node:url" {
  export function fileURLToPath(url: URL): string;
}
