// This imports little: each shared module would be a request of its own on every visit.
import type { Source } from "../../parser/protocol";
import { ServedFile } from "../../parser/served-file";
import type { FileTree, LiveFile, TreeListener } from "./file-tree";

/** A file of a manifest. */
interface Entry {
  readonly path: string;
  readonly size: number;
  readonly modified: number; // ms since 1970
}

/**
 * Returns the files of the manifest of a server (parser/serve), of which nothing is read yet; undefined if it is none,
 * or that of another host: those are asked only by code that has the user's consent.
 */
export async function servedSources(url: URL, manifest: Blob): Promise<readonly Source[] | undefined> {
  const value = parse(await manifest.text());
  if (url.origin !== self.origin || !isManifest(value)) return undefined;
  const folder = new ServedFolder(url, value);
  return folder.paths.flatMap((path) => folder.source(path) ?? []);
}

/** A file of a folder, which leads to that folder. Workers receive only its fields. */
class FolderFile extends ServedFile {
  declare readonly lastModified: number;
  readonly #tree: FileTree;

  constructor(tree: FileTree, url: string, { size, modified }: Entry) {
    super({ url, size, lastModified: modified, start: 0 });
    this.#tree = tree;
  }

  get tree(): FileTree {
    return this.#tree;
  }
}

interface Manifest {
  readonly files: readonly Entry[];
  readonly command?: unknown; // the name of the server, for messages
  readonly skipped?: unknown; // the number of files that were left out
}

/** The files of a server, which reports their changes while the page is visible. */
class ServedFolder implements FileTree {
  readonly empty = false;
  isLost = false;
  readonly command: string;
  readonly #manifest: URL;
  #entries: Map<string, Entry>;
  readonly #skipped: boolean;

  constructor(url: URL, manifest: Manifest) {
    this.#manifest = url;
    this.command = typeof manifest.command === "string" ? manifest.command : "unspool";
    this.#entries = byPath(manifest);
    this.#skipped = Number(manifest.skipped ?? 0) > 0;
  }

  get paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  source(path: string): (Source & { readonly blob: LiveFile }) | undefined {
    const entry = this.#entries.get(path);
    if (entry === undefined) return undefined;
    const url = new URL(`files/${path.split("/").map(encodeURIComponent).join("/")}`, this.#manifest);
    return { path, blob: new FolderFile(this, url.href, entry) };
  }

  async file(path: string): Promise<LiveFile | undefined> {
    return this.source(path)?.blob;
  }

  isUnreachable(): boolean {
    return false;
  }

  async *list(folder: string, deep: boolean): AsyncGenerator<string> {
    const prefix = `${folder}/`;
    yield* this.paths.filter((path) => path.startsWith(prefix) && (deep || !path.includes("/", prefix.length)));
  }

  async *walk(): AsyncGenerator<string> {
    yield* this.paths;
  }

  /** Browsers allow only six connections to a host, so hidden pages close theirs. */
  watch(listener: TreeListener, signal: AbortSignal): void {
    if (this.#skipped) listener.onSkipped();
    let events: EventSource | undefined;
    const setLost = (isLost: boolean): void => {
      if (this.isLost === isLost) return;
      this.isLost = isLost;
      listener.onConnection();
    };
    const open = (): void => {
      events?.close();
      if (document.hidden || signal.aborted) return;
      events = new EventSource(new URL("events", this.#manifest));
      const on = (name: string, use: (manifest: Manifest & { readonly gone?: unknown }) => readonly string[]): void =>
        events?.addEventListener(name, (event: MessageEvent<string>) => {
          const value = parse(event.data);
          if (isManifest(value)) listener.onChange(use(value));
        });
      on("files", (manifest) => {
        setLost(false);
        return this.#replace(byPath(manifest));
      });
      on("change", (change) => this.#change(byPath(change), goneIn(change)));
      events.addEventListener("end", () => {
        events?.close();
        setLost(true);
      });
      events.addEventListener("error", () => setLost(true)); // the browser tries again
    };
    document.addEventListener("visibilitychange", open, { signal });
    signal.addEventListener("abort", () => events?.close());
    open();
  }

  /** Returns the paths that differ. */
  #replace(now: Map<string, Entry>): readonly string[] {
    const before = this.#entries;
    this.#entries = now;
    const isSame = (a: Entry | undefined, b: Entry): boolean => a?.size === b.size && a.modified === b.modified;
    return [
      ...[...now.values()].filter((entry) => !isSame(before.get(entry.path), entry)).map(({ path }) => path),
      ...[...before.keys()].filter((path) => !now.has(path)),
    ];
  }

  #change(changed: Map<string, Entry>, gone: readonly string[]): readonly string[] {
    for (const path of gone) this.#entries.delete(path);
    for (const [path, entry] of changed) this.#entries.set(path, entry);
    return [...changed.keys(), ...gone];
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function byPath({ files }: Manifest): Map<string, Entry> {
  return new Map(files.map((entry) => [entry.path, entry]));
}

function goneIn({ gone }: { readonly gone?: unknown }): readonly string[] {
  return Array.isArray(gone) ? gone.filter((path): path is string => typeof path === "string") : [];
}

function isManifest(value: unknown): value is Manifest {
  return isObject(value) && Array.isArray(value.files) && value.files.every(isEntry);
}

function isEntry(value: unknown): value is Entry {
  return (
    isObject(value) &&
    typeof value.path === "string" &&
    typeof value.size === "number" &&
    typeof value.modified === "number"
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
