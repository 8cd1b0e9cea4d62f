// The parts of Node that the command of the npm package uses.

declare module "node:child_process" {
  export function spawn(
    command: string,
    args: readonly string[],
    options: { readonly detached: boolean; readonly stdio: "ignore" },
  ): { on(event: "error" | "spawn", listener: () => void): void; unref(): void };
}

declare module "node:crypto" {
  export function randomBytes(count: number): { toString(encoding: "base64url"): string };
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
}

declare module "node:http" {
  export interface IncomingMessage {
    readonly method?: string;
    readonly url?: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
  }

  export interface ServerResponse {
    readonly destroyed: boolean;
    writeHead(status: number, headers: Readonly<Record<string, string>>): this;
    write(text: string | Uint8Array): boolean;
    end(text?: string | Uint8Array): this;
    destroy(): void;
    once(event: "close" | "drain", listener: () => void): this;
  }

  export interface Server {
    listen(port: number, host: string): this;
    address(): { readonly port: number } | string | null;
    once(event: "listening" | "close", listener: () => void): this;
    once(event: "error", listener: (error: Error) => void): this;
    off(event: "error", listener: (error: Error) => void): this;
    close(): this;
    closeIdleConnections(): void;
    closeAllConnections(): void;
  }

  export function createServer(
    options: { readonly requestTimeout: number },
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): Server;
}

declare module "node:net" {
  export function isIP(text: string): number;
}

declare module "node:os" {
  export function homedir(): string;
}

declare module "node:util" {
  export function parseArgs(config: {
    readonly args: readonly string[];
    readonly allowPositionals: true;
    readonly options: Readonly<
      Record<string, { readonly type: "boolean" | "string"; readonly short?: string; readonly default?: string }>
    >;
  }): {
    readonly values: Readonly<Record<string, string | boolean | undefined>>;
    readonly positionals: readonly string[];
  };
}

declare module "node:process" {
  interface Output {
    write(text: string): boolean;
  }
  interface Process {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly platform: string;
    readonly stdout: Output;
    readonly stderr: Output;
    exitCode: number;
    once(signal: "SIGINT" | "SIGTERM", listener: () => void): void;
    off(signal: "SIGINT" | "SIGTERM", listener: () => void): void;
  }
  const process: Process;
  export default process;
}
