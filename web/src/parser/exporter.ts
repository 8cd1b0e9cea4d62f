// Runs the exports of the larger parser step by step, so that its worker stays responsive.
import type { ExportRequest, ReplacedValue, Title } from "./model";
import type { ParserApi } from "./protocol";
import { failure } from "./failure";
import { exportReasons } from "./export-strings";

/** A file of an export, with its path below the folder of the session. */
export interface ExportedFile {
  readonly path: string;
  readonly blob: Blob;
}

export interface StepOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes so far: read by a scan, written by an export. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** The parts of a request that have no default. */
type PartialRequest = Partial<ExportRequest> & Pick<ExportRequest, "session" | "format">;

/**
 * Writes a session in a format. Rejects with a Failure if the request selects none of it, or if a value that was to be
 * replaced is left in it.
 */
export async function write(
  api: ParserApi,
  request: PartialRequest,
  { signal, onProgress }: StepOptions = {},
): Promise<readonly ExportedFile[]> {
  await api.query("export", { ...defaults, ...request });
  const files = new Map<string, Gathered>();
  let bytes = 0;
  for (;;) {
    signal?.throwIfAborted();
    const piece = await api.query("exportStep", { session: request.session });
    if (piece.error !== "") throw failure("options", piece.error);
    if (piece.left !== "") throw failure("options", exportReasons.valueLeft(piece.left));
    if (piece.done) break;
    const file = files.get(piece.file) ?? new Gathered();
    files.set(piece.file, file);
    file.add(piece.bytes as Uint8Array<ArrayBuffer>);
    bytes += piece.bytes.byteLength;
    onProgress?.(bytes);
  }
  return [...files].map(([path, file]) => ({ path, blob: file.blob() }));
}

const GATHERED = 8 << 20; // bytes in memory; browsers keep large blobs on a disk

/** The bytes of a file that is being written. */
export class Gathered {
  #parts: BlobPart[] = [];
  #pending = 0;

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#parts.push(bytes);
    this.#pending += bytes.byteLength;
    if (this.#pending < GATHERED) return;
    this.#parts = [new Blob(this.#parts)];
    this.#pending = 0;
  }

  blob(): Blob {
    return new Blob(this.#parts);
  }
}

const defaults = {
  agent: "",
  withoutBranches: false,
  first: 0,
  last: 0,
  level: "tools",
  withoutTools: [],
  resultsOnly: false,
  withoutThinking: false,
  keepTurns: 0,
  compress: 0,
  clone: false,
  mainOnly: false,
  fromCompaction: false,
  content: false,
  redact: false,
  keep: [],
  drop: "",
  absent: [],
} as const satisfies Partial<ExportRequest>;

/** Returns a title in which the values of the last export are replaced. */
export function redactTitle(api: ParserApi, session: number, title: string): Promise<Title> {
  return api.query("redactTitle", { session, title });
}

/** Returns the values that the last export replaced. */
export function replaced(api: ParserApi, session: number): Promise<readonly ReplacedValue[]> {
  return api.query("replaced", { session });
}
