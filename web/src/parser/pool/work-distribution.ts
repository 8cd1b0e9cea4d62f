import { arrange, isMain } from "../order";
import type { Source } from "../protocol";

/** A file with its number, which is the same in all parsers. */
export type Numbered = Source & { readonly number: number };

/**
 * Folders whose sessions can copy, resume and continue each other. One parser reads them all, so that it finds these
 * links and counts each response once.
 */
export interface Project {
  readonly folders: readonly string[];
  readonly sessions: readonly Session[];
  /** Agents of old versions, which are beside sessions and whose names do not tell which one they belong to. */
  readonly others: readonly Numbered[];
  readonly bytes: number;
}

/** A main file, and the files in the folder of its name. */
export interface Session {
  readonly main: Numbered;
  readonly own: readonly Numbered[];
}

/** Numbers files as a single parser would. */
export function numbered(sources: readonly Source[]): readonly Numbered[] {
  return arrange(sources).map((source, number) => ({ ...source, number }));
}

/** Reports whether a file concerns sessions of all projects, so that every parser reads it. */
export function isForAll({ path }: Source): boolean {
  return /(?:^|\/)(?:history\.jsonl|local_[^/]*\.json)$/.test(path);
}

/** The keys that relate a file to others, by file number: `FilePreview.relationKeys`. */
type RelationKeys = ReadonlyMap<number, readonly string[]>;

/** Groups files by project, without those that concern all projects. */
export function projectsOf(files: readonly Numbered[], relationKeys: RelationKeys): readonly Project[] {
  const places = new FileLocations(files);
  const owned = new Map<number, Numbered[]>(); // by the number of a main file
  const others = new Map<string, Numbered[]>(); // by folder
  for (const file of files) {
    if (isMain(file.path) || isForAll(file)) continue;
    const main = places.sessionOf(file.path);
    if (main !== undefined) push(owned, main.number, file);
    else push(others, places.projectOf(file.path), file);
  }
  const joined = new Joined();
  for (const { path } of places.mains) {
    const around = places.sessionOf(path);
    if (around !== undefined) joined.join(folderOf(around.path), folderOf(path));
  }
  const first = new Map<string, string>(); // the first folder with each key
  for (const file of files) {
    const folder = isMain(file.path) ? folderOf(file.path) : places.projectOf(file.path);
    for (const key of relationKeys.get(file.number) ?? []) {
      const other = first.get(key);
      if (other === undefined) first.set(key, folder);
      else joined.join(other, folder);
    }
  }
  const sessions = new Map<string, Session[]>();
  for (const main of places.mains) push(sessions, folderOf(main.path), { main, own: owned.get(main.number) ?? [] });
  const projects = new Map<string, string[]>();
  for (const folder of new Set([...sessions.keys(), ...others.keys()])) push(projects, joined.root(folder), folder);
  return [...projects.values()].map((folders) => {
    const all = {
      folders,
      sessions: folders.flatMap((folder) => sessions.get(folder) ?? []),
      others: folders.flatMap((folder) => others.get(folder) ?? []),
    };
    return { ...all, bytes: sum(filesOf(all).map(({ blob }) => blob.size)) };
  });
}

/**
 * Returns all files of a project in reading order: a session's other files before its main file, so that it is complete
 * once it is read, and requested files first.
 */
export function filesOf({ sessions, others }: Pick<Project, "sessions" | "others">): readonly Numbered[] {
  return [...others, ...sessions.flatMap(({ main, own }) => [...own, main])];
}

/**
 * Assigns projects to workers so that each gets about the same number of bytes: the largest project first, to the
 * worker with the fewest. Workers without a project are left out.
 */
export function share(projects: readonly Project[], workers: number): readonly (readonly Project[])[] {
  const shares = Array.from({ length: Math.min(workers, projects.length) }, () => ({
    bytes: 0,
    projects: [] as Project[],
  }));
  for (const project of [...projects].sort((a, b) => b.bytes - a.bytes)) {
    const lightest = shares.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    lightest.projects.push(project);
    lightest.bytes += project.bytes;
  }
  return shares.map((one) => one.projects);
}

/** Folders of files that belong to sessions. */
class FileLocations {
  readonly mains: readonly Numbered[];
  readonly #byFolder = new Map<string, Numbered>(); // by the folder of a session's own files
  readonly #byName = new Map<string, Numbered>(); // sessions by their ids
  readonly #projects = new Set<string>();

  constructor(files: readonly Numbered[]) {
    this.mains = files.filter(({ path }) => isMain(path));
    for (const main of this.mains) {
      const folder = main.path.replace(/\.[^./]*$/, "");
      this.#byFolder.set(folder, main);
      const name = folder.slice(folder.lastIndexOf("/") + 1);
      if (!this.#byName.has(name)) this.#byName.set(name, main);
      this.#projects.add(folderOf(main.path));
    }
  }

  /** Returns the session whose folder contains a file, or else the session with the ID in its path. */
  sessionOf(path: string): Numbered | undefined {
    const above = foldersAbove(path);
    return (
      first(above, (folder) => this.#byFolder.get(folder)) ??
      first(above, (folder) => this.#byName.get(folder.slice(folder.lastIndexOf("/") + 1)))
    );
  }

  /**
   * Returns the folder of sessions that contains a file, or else that of the session whose ID is in its name, or else
   * its own folder.
   */
  projectOf(path: string): string {
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path.slice(path.lastIndexOf("/") + 1));
    const owner = id === null ? undefined : this.#byName.get(id[0]);
    return (
      (owner && folderOf(owner.path)) ??
      foldersAbove(path).find((folder) => this.#projects.has(folder)) ??
      folderOf(path)
    );
  }
}

/** Names that are joined into groups. */
class Joined {
  readonly #above = new Map<string, string>();

  root(name: string): string {
    let root = name;
    for (let next = this.#above.get(root); next !== undefined; next = this.#above.get(root)) root = next;
    if (root !== name) this.#above.set(name, root);
    return root;
  }

  join(a: string, b: string): void {
    const [one, other] = [this.root(a), this.root(b)];
    if (one !== other) this.#above.set(other, one);
  }
}

/** Returns the folder that contains a file; "" if there is none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the folders that contain a file, innermost first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ""];
}

function first<A, B>(list: readonly A[], find: (one: A) => B | undefined): B | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
