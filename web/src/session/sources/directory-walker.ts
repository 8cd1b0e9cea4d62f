// Walks through folders. A home folder has millions of files, and only a few are sessions. Reaching a limit is
// reported.
import { fromFile } from "./sources";
import { MAX_OPENING, openAll } from "./file-tree";
import type { Source } from "../../parser/protocol";
import { strings } from "./strings";
import { settled } from "../../base/report-error";
import { stripInvisible } from "../../content/visible-text";

export const MAX_FILES = 50_000; // that can be part of a session
export const MAX_ENTRIES = 500_000; // files and folders of any kind
export const MAX_DEPTH = 24;
const REPORT_INTERVAL = 50; // entries

/** The files that were found, and why others were left out. */
export interface FoundSources {
  readonly sources: readonly Source[];
  readonly note?: string | undefined;
}

export interface ScanOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (note: string) => void;
}

/** Reports whether a file can be part of a session. Other files in folders are not opened. */
export function isSessionFile(name: string): boolean {
  return /\.(jsonl|json|txt)$/i.test(name);
}

/** Reports whether a file is named like an archive: its content decides. Archives in folders are not opened. */
export function isArchive(name: string): boolean {
  return /\.(zip|tar|t?gz)$/i.test(name);
}

/** A file that was found; it opens as undefined if the browser cannot open it. */
interface Unopened {
  readonly name: string;
  readonly path: string;
  readonly open: () => Promise<File | undefined>;
}

function unopened(entry: FileSystemFileEntry): Unopened {
  const { name, fullPath } = entry;
  const open = (): Promise<File | undefined> => new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
  return { name, path: fullPath.replace(/^\//, ""), open };
}

function unopenedHandle(handle: FileSystemFileHandle, path: string): Unopened {
  return { name: handle.name, path, open: () => settled(handle.getFile()) };
}

export class DirectoryWalker implements FoundSources {
  readonly sources: Source[];
  readonly #left = new Set<keyof typeof strings.leftOut>(); // why files were left out
  #archive: string | undefined; // in a folder; named if there is no transcript
  readonly #look: ScanOptions;
  #entries = 0;

  constructor(options: ScanOptions, sources: readonly Source[] = []) {
    this.#look = options;
    this.sources = [...sources];
  }

  get note(): string | undefined {
    const archive = this.sources.some(({ path }) => /\.jsonl$/i.test(path)) ? undefined : this.#archive;
    const notes: string[] = [...this.#left].map((why) => strings.leftOut[why]);
    if (archive !== undefined) notes.push(strings.archive(stripInvisible(archive)));
    return notes.length === 0 ? undefined : notes.join(" ");
  }

  async entry(entry: FileSystemEntry, depth = 0): Promise<void> {
    if (isFile(entry)) return this.#open([unopened(entry)], depth);
    if (!this.#takes(depth) || !isFolder(entry)) return;
    const reader = entry.createReader();
    for (;;) {
      // In Chromium a reader returns a hundred entries at a time. There are none at the end.
      const batch = await new Promise<FileSystemEntry[] | undefined>((resolve) =>
        reader.readEntries(resolve, () => resolve(undefined)),
      );
      if (batch === undefined) this.#left.add("unread");
      if (batch === undefined || batch.length === 0) return;
      const files: Unopened[] = [];
      for (const child of batch) {
        if (isFile(child)) files.push(unopened(child));
        else {
          await this.#open(files.splice(0), depth + 1);
          await this.entry(child, depth + 1);
        }
      }
      await this.#open(files, depth + 1);
      if (this.#full()) return;
    }
  }

  /** Walks through a handle, at a path of its own. */
  async handle(handle: FileSystemHandle, path: string, depth = 0): Promise<void> {
    if (handle instanceof FileSystemFileHandle) return this.#open([unopenedHandle(handle, path)], depth);
    if (!this.#takes(depth) || !(handle instanceof FileSystemDirectoryHandle)) return;
    const files: Unopened[] = [];
    try {
      for await (const child of handle.values()) {
        const below = `${path}/${child.name}`;
        const file = child instanceof FileSystemFileHandle ? child : undefined;
        if (file !== undefined) files.push(unopenedHandle(file, below));
        if (file === undefined || files.length === MAX_OPENING) await this.#open(files.splice(0), depth + 1);
        if (file === undefined) await this.handle(child, below, depth + 1);
        if (this.#full()) return;
      }
    } catch (error) {
      if (this.#look.signal.aborted) throw error;
      this.#left.add("unread");
    }
    await this.#open(files, depth + 1);
  }

  /** Takes files that the browser has already collected. */
  files(files: Iterable<File>): this {
    for (const file of files) {
      if (!this.#takes(0)) break;
      if (file.webkitRelativePath === "" || this.#needs(file.name)) this.sources.push(fromFile(file));
    }
    return this;
  }

  /** Reports whether a file in a folder can be part of a session, and remembers the first archive. */
  #needs(name: string): boolean {
    if (isArchive(name)) this.#archive ??= name;
    return isSessionFile(name);
  }

  /** Opens files, several at once, and takes them in their order. */
  async #open(files: readonly Unopened[], depth: number): Promise<void> {
    let opening = 0;
    const open = async (file: Unopened): Promise<File | "skipped" | undefined> => {
      if (!this.#takes(depth, opening) || (depth > 0 && !this.#needs(file.name))) return "skipped";
      opening++;
      return file.open();
    };
    for (const [{ path }, blob] of await openAll(files, open)) {
      if (blob === undefined) this.#left.add("unread");
      else if (blob !== "skipped") this.sources.push({ path, blob });
    }
  }

  #full(): boolean {
    return this.#left.has("files") || this.#left.has("entries");
  }

  /** Reports whether one more entry may be visited, while a number of files is about to be taken. */
  #takes(depth: number, opening = 0): boolean {
    this.#look.signal.throwIfAborted();
    if (this.#full()) return false;
    if (this.sources.length + opening >= MAX_FILES) this.#left.add("files");
    else if (++this.#entries > MAX_ENTRIES) this.#left.add("entries");
    else if (depth > MAX_DEPTH) this.#left.add("deep");
    else {
      // A single file is opened before a progress message could be read.
      if (this.#entries % REPORT_INTERVAL === 0)
        this.#look.onProgress(strings.looked(this.sources.length + opening, this.#entries));
      return true;
    }
    return false;
  }
}

/** Returns the content of a file input: files, or everything in a folder. */
export function fromInput(files: Iterable<File>, options: ScanOptions): FoundSources {
  return new DirectoryWalker(options).files(files);
}

// In some browsers, the classes behind these interfaces have other names.
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
