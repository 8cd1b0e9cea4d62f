// The part of Node's API that unspool/parser needs. Node's own types would be visible to all of our code.

declare module "node:fs" {
  export function openSync(path: string, flags: "r"): number;
  export function readSync(fd: number, into: Uint8Array, offset: number, length: number, position: number): number;
  export function closeSync(fd: number): void;
}

declare module "node:fs/promises" {
  interface FileHandle {
    read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
    close(): Promise<void>;
  }
  interface Entry {
    readonly name: string;
    isFile(): boolean;
    isDirectory(): boolean;
  }
  export function open(path: string): Promise<FileHandle>;
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
  export function readdir(path: string, options: { withFileTypes: true }): Promise<Entry[]>;
  export function stat(path: string): Promise<{ readonly size: number; isDirectory(): boolean }>;
}

declare module "node:path" {
  export function basename(path: string): string;
  export function dirname(path: string): string;
  export function join(...parts: readonly string[]): string;
  export function resolve(path: string): string;
}

declare module "node:url" {
  export function fileURLToPath(url: URL): string;
}
