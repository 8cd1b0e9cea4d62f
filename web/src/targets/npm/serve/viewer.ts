// The viewer's files. Those that other parts of the package need as well are in the package once.
import { readFile, readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dataHeaders } from "./guard";

/** The base64 of the parser, in unspool.html: see build/site/npm_viewer.go. */
const WASM_MARKER = "%WASM%";

const WASM = "assets/parser.wasm.gz";

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  jsonl: "application/x-ndjson",
  gz: "application/gzip",
  svg: "image/svg+xml",
  png: "image/png",
  txt: "text/plain; charset=utf-8",
};

/** The headers of a pattern in the file _headers: a path, or the beginning of one with an asterisk. */
interface HeaderRule {
  readonly pattern: string;
  readonly headers: Record<string, string>;
}

/** The viewer in the package at `root`. */
export class Viewer {
  readonly #files: ReadonlyMap<string, URL>;
  readonly #rules: readonly HeaderRule[];

  private constructor(files: ReadonlyMap<string, URL>, rules: readonly HeaderRule[]) {
    this.#files = files;
    this.#rules = rules;
  }

  static async open(root: URL): Promise<Viewer> {
    const folder = new URL("viewer/", root);
    const files = new Map([["licenses.txt", new URL("licenses.txt", root)]]);
    for (const name of await readdir(new URL("assets/", root), { recursive: true })) {
      files.set(`assets/${name}`, new URL(`assets/${name}`, root));
    }
    for (const name of await readdir(folder, { recursive: true })) {
      const path = name.replaceAll("\\", "/");
      files.set(path, new URL(path, folder));
    }
    const rules = parseHeaders(new TextDecoder().decode(await readFile(new URL("_headers", folder))));
    files.delete("_headers"); // never sent
    return new Viewer(files, rules);
  }

  /** Sends a file by its name; "" is the page. */
  async send(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const file = this.#files.get(name || "index.html");
    const extension = /\.(\w+)$/.exec(name || "index.html")?.[1];
    if (file === undefined || extension === undefined) {
      return void response.writeHead(404, { ...dataHeaders, "content-type": "text/plain" }).end("not found\n");
    }
    const bytes = name === "unspool.html" ? await this.#onePage(file) : await readFile(file);
    const headers = { "content-type": types[extension] ?? "application/octet-stream", ...this.#headers(name) };
    response.writeHead(200, { ...headers, "content-length": `${bytes.byteLength}` });
    response.end(request.method === "HEAD" ? undefined : bytes);
  }

  async #onePage(file: URL): Promise<Uint8Array> {
    const wasm = await readFile(this.#files.get(WASM) ?? file);
    const text = new TextDecoder().decode(await readFile(file));
    return new TextEncoder().encode(text.replace(WASM_MARKER, () => wasm.toString("base64")));
  }

  #headers(name: string): Record<string, string> {
    const found: Record<string, string> = {};
    for (const { pattern, headers } of this.#rules) {
      const isMatch = pattern.endsWith("*") ? `/${name}`.startsWith(pattern.slice(0, -1)) : pattern === `/${name}`;
      if (isMatch) Object.assign(found, headers);
    }
    return Object.keys(found).length > 0 ? found : { ...dataHeaders };
  }
}

/** Parses a file _headers: a line for each pattern, and below it an indented one for each header. */
function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (line.startsWith("/")) rules.push({ pattern: line.trim(), headers: {} });
    else if (name !== "") Object.assign(rules[rules.length - 1]?.headers ?? {}, { [name.toLowerCase()]: value.trim() });
  }
  return rules;
}
