import type { FilePreview, Link, SessionInfo } from "../model";
import type { PoolWorker } from "./pool-worker";
import { type Numbered, folderOf } from "./work-distribution";
import type { RowFilter } from "../protocol";

/** A session of a pool, with an index that never changes. */
interface PoolEntry {
  readonly index: number;
  readonly file: number; // the number of its main file
  /** Its index in the parser that reads it, or -1. */
  local: number;
  /** What the list shows of it; undefined before its parser reported it. */
  info: SessionInfo | undefined;
  /** What the list shows of it until its parser has read it; it stays the same object until it changes. */
  preview: SessionInfo | undefined;
  /** The result of `prefer`, which has its parser read it first; undefined before that. */
  asked: Promise<void> | undefined;
  slice: RowFilter | undefined;
  /** What the list shows of it once it is read, which stays the same object until `of` changes. */
  listed: { readonly of: SessionInfo; readonly as: SessionInfo } | undefined;
}

/**
 * File numbers are smaller: the first session of each file is identified by the file's number, so that the same files
 * always produce the same indexes.
 */
const MAX_FILES = 1 << 24;

/** What links show of a session, and where it is in the list. */
type SessionTitle = Pick<SessionInfo, "index" | "title" | "id" | "file" | "lone">;

function inOrder(a: SessionTitle, b: SessionTitle): number {
  return Number(a.lone) - Number(b.lone) || a.file - b.file || a.index - b.index;
}

/** The sessions of a pool: which ones exist, which parser reads each, and what is known of them. */
export class Entries {
  readonly #entries = new Map<number, PoolEntry>();
  readonly #previews = new Map<number, FilePreview>(); // by files
  readonly #owners = new Map<number, PoolWorker>(); // of files
  readonly #names = new Map<string, string>(); // of folders, from recorded paths
  readonly #unread = new Set<number>(); // files that could not be read to their ends
  readonly #locals = new Map<PoolWorker, Map<number, PoolEntry>>(); // by their indexes in the parser
  #byId: ReadonlyMap<string, SessionTitle> | undefined; // undefined after a change

  /** Adds the first entry of a session, from the ends of its main file. */
  addPreview({ number, path }: Numbered, preview: FilePreview): void {
    this.#byId = undefined;
    this.#previews.set(number, preview);
    if (!preview.listed) return;
    this.#entry(number).preview = undefined;
    if (preview.info.project !== "") this.#names.set(folderOf(path), preview.info.project);
  }

  /** Returns when the session of a main file was last written, according to its end. */
  newest(main: number): number {
    return this.#previews.get(main)?.info.end ?? 0;
  }

  /** Returns the name of a folder of sessions. */
  nameOf(folder: string): string {
    const name = this.#names.get(folder) ?? folder;
    return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  }

  /** Assigns these files to a parser. */
  own(member: PoolWorker, files: readonly Numbered[]): void {
    for (const { number } of files) {
      const owner = this.#owners.get(number);
      if (owner === undefined || owner.stopReason !== undefined) this.#owners.set(number, member);
    }
  }

  /** Keeps the sessions of main files in the list although their parser could not read them. */
  addUnread(files: readonly number[]): void {
    for (const file of files) this.#unread.add(file);
  }

  ownerOf(file: number): PoolWorker | undefined {
    return this.#owners.get(file);
  }

  /** Returns the session with an index; 0 also means the first one. */
  at(index: number): PoolEntry | undefined {
    return this.#entries.get(index) ?? (index === 0 ? this.#entries.get(this.infos()[0]?.index ?? -1) : undefined);
  }

  /** Sets the filter of a session's rows, possibly before there are any. */
  narrow(index: number, slice: RowFilter): void {
    const entry = this.at(index);
    if (entry !== undefined) entry.slice = slice;
  }

  /** Stores the sessions of a parser and returns the new ones. */
  list(member: PoolWorker, infos: readonly SessionInfo[]): readonly PoolEntry[] {
    this.#forget(member);
    this.#byId = undefined;
    const nth = new Map<number, number>();
    const locals = new Map<number, PoolEntry>();
    this.#locals.set(member, locals);
    const fresh: PoolEntry[] = [];
    for (const info of infos) {
      const n = nth.get(info.file) ?? 0;
      nth.set(info.file, n + 1);
      const entry = this.#entry(n * MAX_FILES + info.file);
      entry.info = info;
      if (entry.local < 0) fresh.push(entry);
      entry.local = info.index;
      locals.set(info.index, entry);
    }
    for (const entry of this.of(member)) if (entry.info === undefined) entry.local = -1;
    return fresh;
  }

  /** Detaches the sessions of a parser that has stopped. */
  removeWorker(member: PoolWorker): readonly number[] {
    this.#locals.delete(member);
    return this.of(member).map((entry) => {
      entry.local = -1;
      if (entry.info !== undefined) entry.info = { ...entry.info, state: "lost" };
      return entry.index;
    });
  }

  #forget(member: PoolWorker): void {
    for (const entry of this.of(member)) entry.info = undefined;
  }

  /** Returns the sessions that a parser reads. */
  of(member: PoolWorker): readonly PoolEntry[] {
    return [...this.#entries.values()].filter(({ file }) => this.#owners.get(file) === member);
  }

  /** The number of sessions. */
  get count(): number {
    let count = 0;
    for (const entry of this.#entries.values()) if (this.#isListed(entry)) count++;
    return count;
  }

  /** Returns all sessions in the order of their files; agents whose session is not loaded are last. */
  infos(): readonly SessionInfo[] {
    return [...this.#entries.values()].flatMap((entry) => this.#info(entry) ?? []).sort(inOrder);
  }

  /** Returns the sessions by their ids; the first one with an id wins. */
  #titles(): ReadonlyMap<string, SessionTitle> {
    if (this.#byId === undefined) {
      const titles = [...this.#entries.values()].flatMap((entry) => {
        const shown = this.#isListed(entry) ? this.#shown(entry) : undefined;
        return shown === undefined ? [] : { ...shown, index: entry.index, file: entry.file };
      });
      this.#byId = new Map(
        titles
          .sort(inOrder)
          .reverse()
          .map((one) => [one.id, one]),
      );
    }
    return this.#byId;
  }

  /** Returns what the list shows of a session: the preview until all of the session has been read. */
  #shown({ index, file, info }: PoolEntry): SessionInfo | undefined {
    const preview = index < MAX_FILES ? this.#previews.get(file)?.info : undefined;
    return info?.state === "read" ? info : (preview ?? info);
  }

  /** Reports whether a session exists: its parser reported it, or it may still do so. */
  #isListed({ index, file, info }: PoolEntry): boolean {
    if (info !== undefined) return true;
    const mayAppear = !this.#owners.get(file)?.listsAll || this.#unread.has(file);
    return index < MAX_FILES && this.#previews.has(file) && mayAppear;
  }

  #info(entry: PoolEntry): SessionInfo | undefined {
    const { index, file, info } = entry;
    const member = this.#owners.get(file);
    const preview = index < MAX_FILES ? this.#previews.get(file)?.info : undefined;
    if (info?.state === "read" || (info !== undefined && preview === undefined)) return this.#listed(entry, info);
    if (preview === undefined || !this.#isListed(entry)) return undefined;
    // The partial facts of a session that is being read would change all the time.
    const isLost = member?.stopReason !== undefined || (info === undefined && this.#unread.has(file));
    const state = isLost ? "lost" : info === undefined ? "waiting" : "reading";
    const bytes = member?.bytesOf(file) ?? preview.bytes;
    if (entry.preview?.state !== state || entry.preview.bytes !== bytes)
      entry.preview = { ...preview, index, file, state, bytes };
    return entry.preview;
  }

  #listed(entry: PoolEntry, info: SessionInfo): SessionInfo {
    const { index } = entry;
    // Links show titles of other sessions.
    if (info.links?.length) return { ...info, index, links: this.linksOf(this.#owners.get(entry.file), info.links) };
    if (entry.listed?.of !== info) entry.listed = { of: info, as: { ...info, index } };
    return entry.listed.as;
  }

  /** Maps the indexes of links; some links point to sessions of other parsers. */
  linksOf(member: PoolWorker | undefined, links: readonly Link[] | null): readonly Link[] | null {
    return links?.map((link) => this.linkOf(member, link)) ?? null;
  }

  linkOf(member: PoolWorker | undefined, link: Link): Link {
    if (link.index !== null)
      return { ...link, index: (member && this.#locals.get(member)?.get(link.index)?.index) ?? null };
    const other = this.#titles().get(link.id);
    return other === undefined ? link : { ...link, index: other.index, title: other.title };
  }

  #entry(index: number): PoolEntry {
    let entry = this.#entries.get(index);
    if (entry === undefined) {
      const none = { info: undefined, preview: undefined, asked: undefined, slice: undefined, listed: undefined };
      entry = { index, file: index % MAX_FILES, local: -1, ...none };
      this.#entries.set(index, entry);
    }
    return entry;
  }
}
