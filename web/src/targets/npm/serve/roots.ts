// The files that are served: what parser/serve/folder.go does, with paths that are resolved in place of os.Root.
import { constants } from "node:fs";
import { type FileHandle, type Info, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import { type UnpackedArchive, openArchive } from "./archive";

const MAX_FILES = 50_000;
const MAX_ENTRIES = 500_000;
const ARCHIVE = /\.(?:zip|tar|t?gz)$/i;
const NOT_READ_IN_FOLDER = "archive in a folder, not read; give it as an argument";

export interface ListedFile {
  readonly path: string; // the name of its root and the path below it
  readonly size: number;
  readonly modified: number; // in ms since 1970
}

export interface FileManifest {
  readonly name: string;
  readonly files: readonly ListedFile[];
  readonly skipped?: number; // folders that could not be read, or that exceed the limits
}

/** A file that was opened. The caller has to close it. */
export interface OpenedFile {
  readonly size: number;
  readonly modified: number;
  /** Returns bytes of the file, up to `length`; none at its end. */
  readonly read: (at: number, length: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** A folder, a single session file with the folder that contains its agents and long outputs, or an archive. */
interface Root {
  readonly name: string; // begins the paths of its files
  readonly folder: string; // without symbolic links
  readonly file: string; // name of the single session file; "" for the whole folder
  readonly archive?: UnpackedArchive | undefined;
}

/** All files of some roots. */
interface RootFiles {
  readonly manifest: FileManifest;
  readonly archives: readonly string[]; // paths of archives in folders, which are not read
}

/** Read access to the session files below some roots. */
export interface Roots {
  manifest(): Promise<FileManifest>;
  /** Says what is not served: archives in folders, and files of archives. */
  omissions(): Promise<readonly string[]>;
  open(path: string): Promise<OpenedFile | undefined>;
}

/** Opens session files, folders and archives. */
export async function openRoots(paths: readonly string[]): Promise<Roots> {
  const roots: Root[] = [];
  for (const path of paths) {
    const root = await rootAt(path);
    let name = root.name;
    for (let n = 2; roots.some((other) => other.name === name); n++) name = `${root.name}-${n}`;
    roots.push({ ...root, name });
  }
  return {
    manifest: async () => (await list(roots)).manifest,
    async omissions() {
      const { archives } = await list(roots);
      const notes = roots.map(({ archive }) => archive?.note).filter((note) => note !== undefined);
      return [...archives.map((path) => `${path}: ${NOT_READ_IN_FOLDER}`), ...notes];
    },
    async open(path) {
      const [name, ...folders] = path.split("/");
      const root = roots.find((one) => one.name === name);
      const below = folders.join("/");
      if (root?.archive !== undefined) return openBlob(root.archive, below);
      return root !== undefined && admits(root, below) ? openBelow(root, below) : undefined;
    },
  };
}

async function rootAt(path: string): Promise<Root> {
  const full = resolve(path);
  const isFolder = (await stat(full)).isDirectory();
  const file = isFolder ? "" : basename(full);
  if (!isFolder && !isServedName(file))
    return { name: file, folder: "", file: "", archive: await openArchive(path, isServedInArchive) };
  const folder = await realpath(isFolder ? full : dirname(full));
  return { name: basename(isFolder ? full : dirname(full)).replace(/^\.+|\.+$/g, "") || "sessions", folder, file };
}

/** Reports whether a file can be part of a session. Hidden files never are: settings and credentials may be near. */
function isServedName(name: string): boolean {
  return !name.startsWith(".") && [".jsonl", ".json", ".txt"].includes(extname(name));
}

/**
 * Reports whether a file of an archive is served, by its path. Unlike in a folder, transcripts may be in a hidden
 * folder, and so may folders of projects, as in an archive of ~/.claude.
 */
function isServedInArchive(path: string): boolean {
  const name = basename(path);
  if (!isServedName(name) || extname(name) === ".jsonl") return isServedName(name);
  const projects = `/${path}`.indexOf("/projects/");
  return !`/${projects < 0 ? path : path.slice(projects + "projects/".length)}`.includes("/.");
}

function openBlob({ files, modified }: UnpackedArchive, below: string): OpenedFile | undefined {
  const blob = files.get(below);
  if (blob === undefined) return undefined;
  const read = async (at: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(at, at + length).arrayBuffer());
  return { size: blob.size, modified, read, close: () => Promise.resolve() };
}

/** Returns the folder of the single session file. */
function folderOf({ file }: Root): string {
  return file.slice(0, file.length - extname(file).length);
}

/** Reports whether the file at a path below the root is served if it is a regular file. */
function admits(root: Root, below: string): boolean {
  const parts = below.split("/");
  if (parts.some((part) => part === "" || part.startsWith(".") || /[\\\0]/.test(part))) return false;
  if (!isServedName(parts[parts.length - 1] ?? "")) return false;
  return root.file === "" || below === root.file || below.startsWith(`${folderOf(root)}/`);
}

/** Reports whether a file of a folder is named like an archive. */
function isSkippedArchive(root: Root, below: string): boolean {
  const isBelow = root.file === "" || below.startsWith(`${folderOf(root)}/`);
  return isBelow && !basename(below).startsWith(".") && ARCHIVE.test(below);
}

/** Reports whether a walk enters the folder at a path below the root. */
function enters(root: Root, below: string): boolean {
  if ((below.split("/").pop() ?? "").startsWith(".")) return false;
  return root.file === "" || below === folderOf(root) || below.startsWith(`${folderOf(root)}/`);
}

function isInside(real: string, folder: string): boolean {
  return real.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Opens a regular file if neither its path nor a symbolic link leads out of the root. */
async function openBelow(root: Root, below: string): Promise<OpenedFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    const real = await realpath(join(root.folder, below));
    if (!isInside(real, root.folder)) return undefined;
    // To open a named pipe would wait for its other end.
    handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const info = await handle.stat();
    // A folder above may have been replaced by a link since its path was resolved.
    const isSame = (await realpath(real)) === real && (await stat(real)).ino === info.ino;
    if (isSame && info.isFile()) return openedFile(handle, info);
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
  await handle?.close();
  return undefined;
}

function openedFile(handle: FileHandle, { size, mtimeMs }: Info): OpenedFile {
  const read = async (at: number, length: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, at);
    return bytes.subarray(0, bytesRead);
  };
  return { size, modified: mtimeMs, read, close: () => handle.close() };
}

/** Reports whether an error says that a file cannot be read: it may vanish at any time. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** Lists the files of all roots. */
async function list(roots: readonly Root[]): Promise<RootFiles> {
  const files: ListedFile[] = [];
  const archives: string[] = [];
  let entries = 0;
  let skipped = 0;
  for (const root of roots) {
    if (root.archive !== undefined) {
      files.push(...filesOf(root.name, root.archive));
      continue;
    }
    const folders = [""];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (entries > MAX_ENTRIES || files.length >= MAX_FILES) {
        skipped++;
        break;
      }
      const found = await listFolder(root, folder);
      if (found === undefined) skipped++;
      else {
        entries += found.entries;
        folders.push(...found.folders);
        files.push(...found.files.slice(0, MAX_FILES - files.length));
        archives.push(...found.archives);
      }
    }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const [only, ...others] = roots;
  const name = only !== undefined && others.length === 0 ? only.name : "sessions";
  return { manifest: skipped > 0 ? { name, files, skipped } : { name, files }, archives };
}

function filesOf(name: string, { files, modified }: UnpackedArchive): ListedFile[] {
  return [...files].map(([below, { size }]) => ({ path: `${name}/${below}`, size, modified }));
}

interface ListedRoot {
  readonly entries: number;
  readonly folders: readonly string[];
  readonly files: readonly ListedFile[];
  readonly archives: readonly string[];
}

/** Lists a folder of a root; undefined if it cannot be read. */
async function listFolder(root: Root, folder: string): Promise<ListedRoot | undefined> {
  try {
    const entries = await readdir(join(root.folder, folder), { withFileTypes: true });
    const folders: string[] = [];
    const files: Promise<ListedFile | undefined>[] = [];
    const archives: string[] = [];
    for (const entry of entries) {
      const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (enters(root, below)) folders.push(below);
      } else if (admits(root, below)) files.push(describe(root, below, entry.isSymbolicLink()));
      else if (entry.isFile() && isSkippedArchive(root, below)) archives.push(join(root.folder, below));
    }
    const described = (await Promise.all(files)).filter((file) => file !== undefined);
    return { entries: entries.length, folders, files: described, archives };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return undefined;
  }
}

/** Describes the file at a path below the root, if it is one that is served. */
async function describe(root: Root, below: string, isLink: boolean): Promise<ListedFile | undefined> {
  try {
    const path = join(root.folder, below);
    if (isLink && !isInside(await realpath(path), root.folder)) return undefined;
    const info = await stat(path);
    if (!info.isFile()) return undefined;
    return { path: `${root.name}/${below}`, size: info.size, modified: Math.floor(info.mtimeMs) };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return undefined;
  }
}
