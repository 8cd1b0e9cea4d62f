// The server of the command: what parser/serve/serve.go does.
import { randomBytes } from "node:crypto";
import { type IncomingMessage, type Server as HTTPServer, type ServerResponse, createServer } from "node:http";
import { sendEvents } from "./events";
import { sendFile } from "./file-response";
import { dataHeaders, isEqual, isLocalRequest, isSameOrigin } from "./guard";
import type { Roots } from "./roots";
import type { Viewer } from "./viewer";

const COMMAND = "npx unspool"; // for messages of the page
const CLOSING = 1_000; // ms for connections to end by themselves

/** Serves the viewer and the sessions below a path with a random name, which only those know who are told. */
export class Server {
  readonly #viewer: Viewer;
  readonly #roots: Roots;
  readonly #http: HTTPServer;
  readonly #stopped = new AbortController();
  readonly #token = random();
  #ticket = random(); // "" once it was used

  constructor(viewer: Viewer, roots: Roots, report: (error: unknown) => void) {
    this.#viewer = viewer;
    this.#roots = roots;
    this.#http = createServer({ requestTimeout: 10_000 }, (request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        report(error);
        response.destroy();
      });
    });
  }

  /** Listens on a loopback address, with a free port if that one is taken. Returns the host with the port. */
  async listen(host: string, port: number): Promise<string> {
    try {
      await this.#listen(host, port);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
      await this.#listen(host, 0);
    }
    const address = this.#http.address();
    const bound = typeof address === "object" && address !== null ? address.port : port;
    return `${host.includes(":") ? `[${host}]` : host}:${bound}`;
  }

  #listen(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http.once("error", reject);
      this.#http.once("listening", () => {
        this.#http.off("error", reject);
        resolve();
      });
      this.#http.listen(port, host);
    });
  }

  /** The path that shows the sessions. */
  get path(): string {
    return `/${this.#token}/#v=1&src=local/served.json`;
  }

  /** A path that leads there once. It is for the command line of a browser, which all users of the machine can see. */
  get ticketPath(): string {
    return `/${this.#ticket}`;
  }

  /** Ends. Pages are told, so that they can say so. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#http.closeAllConnections(), CLOSING);
      this.#http.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      this.#stopped.abort();
      this.#http.close();
      this.#http.closeIdleConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalRequest(request)) {
      return refuse(response, 403, "this server answers only to its own pages on this machine");
    }
    const parts = decode(request.url ?? "");
    const [folder = "", ...below] = parts ?? [];
    if (below.length === 0 && request.method === "GET" && this.#useTicket(folder)) {
      return void response.writeHead(303, { ...dataHeaders, location: this.path }).end();
    }
    if (below.length === 0 || !isEqual(folder, this.#token)) return refuse(response, 404, "not found");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return void response.writeHead(405, { ...dataHeaders, allow: "GET, HEAD" }).end();
    }
    await this.#send(request, response, below.join("/"));
  }

  async #send(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const isHead = request.method === "HEAD";
    if (name === "sw.js") {
      // A page that needs its server must not be kept for visits without one.
      const headers = {
        ...dataHeaders,
        "content-type": "text/javascript",
        "content-security-policy": "default-src 'none'",
      };
      return void response.writeHead(200, headers).end(isHead ? undefined : "self.registration.unregister();\n");
    }
    if (!name.startsWith("local/")) return this.#viewer.send(request, response, name);
    if (!isSameOrigin(request)) return refuse(response, 403, "only pages of this server may read files");
    if (name === "local/served.json") {
      response.writeHead(200, { ...dataHeaders, "content-type": "application/json" });
      return void response.end(
        isHead ? undefined : JSON.stringify({ ...(await this.#roots.manifest()), command: COMMAND }),
      );
    }
    if (name === "local/events" && !isHead) return sendEvents(response, this.#roots, this.#stopped.signal);
    const file = name.startsWith("local/files/")
      ? await this.#roots.open(name.slice("local/files/".length))
      : undefined;
    if (file === undefined) return refuse(response, 404, "not found");
    await sendFile(request, response, file);
  }

  /** Reports whether a name is the ticket, which is then used up. */
  #useTicket(name: string): boolean {
    if (this.#ticket === "" || !isEqual(name, this.#ticket)) return false;
    this.#ticket = "";
    return true;
  }
}

function random(): string {
  return randomBytes(16).toString("base64url");
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { ...dataHeaders, "content-type": "text/plain; charset=utf-8" }).end(`${why}\n`);
}

/** Returns the segments of the path of a request, decoded once; undefined if they are not clean. */
function decode(url: string): string[] | undefined {
  const [path = ""] = url.split("?");
  if (!path.startsWith("/")) return undefined;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path.slice(1));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  const parts = decoded.split("/");
  const isClean = parts.every(
    (part, i) => part !== "." && part !== ".." && !/[\\\0]/.test(part) && (part !== "" || i === parts.length - 1),
  );
  return isClean ? parts : undefined;
}
