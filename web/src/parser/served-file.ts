import type { FileContent, Source } from "./protocol";

/** The fields of a file, which are what a worker receives of it. */
interface ServedFields {
  readonly url: string;
  readonly size: number;
  readonly lastModified: number | undefined;
  readonly start: number;
}

/**
 * A file of `unspool serve`, or a slice of one, which is read by range each time. It has the size that the server
 * reported: bytes that were appended later belong to another ServedFile. Like a File, it cannot be read anymore if the
 * file has become shorter or is gone.
 */
export class ServedFile implements FileContent, ServedFields {
  readonly url: string;
  readonly size: number;
  readonly lastModified: number | undefined;
  readonly start: number;

  constructor({ url, size, lastModified, start }: ServedFields) {
    this.url = url;
    this.size = size;
    this.lastModified = lastModified;
    this.start = start;
  }

  slice(start = 0, end = this.size): FileContent {
    const from = Math.min(Math.max(start, 0), this.size);
    const size = Math.max(0, Math.min(end, this.size) - from);
    return new ServedFile({ url: this.url, size, lastModified: undefined, start: this.start + from });
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.size === 0) return new ArrayBuffer();
    const response = await fetch(this.url, { headers: { range: this.#range }, cache: "no-store" }).catch(
      (error: unknown) => {
        throw unreadable(strings.noAnswer(String(error)));
      },
    );
    return this.#checked(response.status, response.status === PARTIAL ? await response.arrayBuffer() : undefined);
  }

  readSync(): ArrayBuffer {
    if (this.size === 0) return new ArrayBuffer();
    const request = new XMLHttpRequest();
    request.open("GET", this.url, false);
    request.responseType = "arraybuffer";
    request.setRequestHeader("range", this.#range);
    try {
      request.send();
    } catch (error) {
      throw unreadable(strings.noAnswer(String(error)));
    }
    return this.#checked(request.status, request.response);
  }

  get #range(): string {
    return `bytes=${this.start}-${this.start + this.size - 1}`;
  }

  #checked(status: number, bytes: unknown): ArrayBuffer {
    if (status === 404) throw unreadable(strings.gone, "NotFoundError");
    if (status !== PARTIAL && status !== 416) throw unreadable(strings.refused(status));
    if (!(bytes instanceof ArrayBuffer) || bytes.byteLength !== this.size) throw unreadable(strings.shorter);
    return bytes;
  }
}

const PARTIAL = 206;

const strings = {
  noAnswer: (reason: string) => `The server does not respond: ${reason}`,
  gone: "The file no longer exists.",
  shorter: "The file has become shorter.",
  refused: (status: number) => `The server refused to send it (${status}).`,
} as const;

/** Returns the error that browsers report for a File that cannot be read. */
function unreadable(message: string, name = "NotReadableError"): DOMException {
  return new DOMException(message, name);
}

/** Returns files whose fields a worker received. */
export function revived(sources: readonly Source[]): readonly Source[] {
  return sources.map((source) =>
    source.blob instanceof Blob ? source : { ...source, blob: new ServedFile(source.blob as ServedFile) },
  );
}
