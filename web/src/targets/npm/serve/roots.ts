// The files that are served: what parser/serve/folder.go does, with paths that are resolved in place of os.Root.
import { constants } from "node:fs";
import { type FileHandle, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve, sep } from "node:path";

const MAX_FILES = 50_000;
const MAX_ENTRIES = 500_000;

/** An error whose message is for the user of the command. */
export class CommandError extends Error {}

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
  readonly handle: FileHandle;
  readonly size: number;
  readonly modified: number;
}

/** A folder, or a single session file with the folder that contains its agents and long outputs. */
interface Root {
  readonly name: string; // begins the paths of its files
  readonly folder: string; // without symbolic links
  readonly file: string; // name of the single session file; "" for the whole folder
}

/** Read access to the session files below some roots. */
export interface Roots {
  manifest(): Promise<FileManifest>;
  open(path: string): Promise<OpenedFile | undefined>;
}

/** Opens session files and folders. */
export async function openRoots(paths: readonly string[]): Promise<Roots> {
  const roots: Root[] = [];
  for (const path of paths) {
    const root = await rootAt(path);
    let name = root.name;
    for (let n = 2; roots.some((other) => other.name === name); n++) name = `${root.name}-${n}`;
    roots.push({ ...root, name });
  }
  return {
    manifest: () => list(roots),
    async open(path) {
      const [name, ...folders] = path.split("/");
      const root = roots.find((one) => one.name === name);
      const below = folders.join("/");
      return root !== undefined && admits(root, below) ? openBelow(root, below) : undefined;
    },
  };
}

async function rootAt(path: string): Promise<Root> {
  const full = resolve(path);
  const isFolder = (await stat(full)).isDirectory();
  const file = isFolder ? "" : basename(full);
  if (!isFolder && !isServedName(file)) throw new CommandError(`${path} is not a .jsonl, .json or .txt file`);
  const folder = await realpath(isFolder ? full : dirname(full));
  return { name: basename(isFolder ? full : dirname(full)).replace(/^\.+|\.+$/g, "") || "sessions", folder, file };
}

/** Reports whether a file can be part of a session. Hidden files never are: settings and credentials may be near. */
function isServedName(name: string): boolean {
  return !name.startsWith(".") && [".jsonl", ".json", ".txt"].includes(extname(name));
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
    if (isSame && info.isFile()) return { handle, size: info.size, modified: info.mtimeMs };
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
  await handle?.close();
  return undefined;
}

/** Reports whether an error says that a file cannot be read: it may vanish at any time. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** Lists the files of all roots. */
async function list(roots: readonly Root[]): Promise<FileManifest> {
  const files: ListedFile[] = [];
  let entries = 0;
  let skipped = 0;
  for (const root of roots) {
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
      }
    }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const [only, ...others] = roots;
  const name = only !== undefined && others.length === 0 ? only.name : "sessions";
  return skipped > 0 ? { name, files, skipped } : { name, files };
}

interface ListedRoot {
  readonly entries: number;
  readonly folders: readonly string[];
  readonly files: readonly ListedFile[];
}

/** Lists a folder of a root; undefined if it cannot be read. */
async function listFolder(root: Root, folder: string): Promise<ListedRoot | undefined> {
  try {
    const entries = await readdir(join(root.folder, folder), { withFileTypes: true });
    const folders: string[] = [];
    const files: Promise<ListedFile | undefined>[] = [];
    for (const entry of entries) {
      const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (enters(root, below)) folders.push(below);
      } else if (admits(root, below)) files.push(describe(root, below, entry.isSymbolicLink()));
    }
    const described = (await Promise.all(files)).filter((file) => file !== undefined);
    return { entries: entries.length, folders, files: described };
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
