import type { ParserHandle } from "../client";
import { failure, isFailure, isUnreadable, unreadableOf } from "../failure";
import { reportedFailure } from "../parser-loss";
import type { FilePreview, Link, Queries, RecordLink, Row, SessionInfo, SessionRequest } from "../model";
import { isMain, isPrices } from "../order";
import { peek } from "./peek";
import { Entries } from "./entries";
import { PoolWorker, inOrder } from "./pool-worker";
import { estimatedBytes, totalBytes } from "./sizes";
import { type Numbered, folderOf, foldersAbove, isForAll, numbered, projectsOf, share, sum } from "./work-distribution";
import {
  type ByteRange,
  type Failure,
  type FileRead,
  type LoadResult,
  NOTHING_LOADED,
  type ParserApi,
  type Picture,
  type Progress,
  type RowFilter,
  type Source,
} from "../protocol";
import { reasons } from "../strings";

/** The maximum number of parsers: each needs its own memory, and they share one disk. */
const MAX_PARSERS = 4;
/** The number of bytes that justifies another parser, which takes a tenth of a second to start. */
const MIN_BYTES_PER_PARSER = 16 << 20;
const NOTICE_EVERY = 100; // ms between two progress events
const LONG_LISTING = 1000; // ms, after which the sessions found so far are reported

/** The callbacks of a pool to its viewer. */
interface PoolUse {
  readonly make: () => ParserHandle;
  /** Called when a parser stopped: these sessions are no longer read, until one is preferred. */
  readonly onStopped: (why: Failure, sessions: readonly number[]) => void;
  /** Called when all sessions are listed, if the listing was reported before. */
  readonly onListed: () => void;
  /** Called when lost sessions are being read again; with undefined at the end. */
  readonly onReadAgain: (progress: Progress | undefined) => void;
}

/**
 * Several parsers behind the interface of one. The ends of each file are previewed first, so that all sessions are
 * listed; then projects are distributed evenly by bytes. Sessions within a project depend on each other, so one parser
 * reads a whole project: if nearly all files are in one project, one parser has nearly all the work.
 */
export function createPool(
  first: ParserHandle,
  use: PoolUse,
  maxWorkers = Math.min(MAX_PARSERS, navigator.hardwareConcurrency || 1),
): ParserHandle {
  const pool = new Pool(first, use, maxWorkers);
  return { api: pool, stopped: pool.stopped, terminate: () => pool.stop() };
}

class Pool implements ParserApi {
  readonly stopped: Promise<undefined>;
  readonly #use: PoolUse;
  readonly #maxWorkers: number;
  #resolveStopped: () => void = () => undefined;
  #handles: ParserHandle[];
  #members: readonly PoolWorker[] = [];
  readonly #entries = new Entries();
  readonly #paths = new Map<string, Numbered>();
  #numbers = 0; // the number of files; several can have the same path
  #prices: readonly Source[] = [];
  readonly #planned: Promise<void>;
  #plan: () => void = () => undefined;
  #onProgress: (progress: Progress) => void = () => undefined;
  #total = 0;
  #next = -Infinity;
  #isStopped = false;

  constructor(first: ParserHandle, use: PoolUse, maxWorkers: number) {
    this.#use = use;
    this.#maxWorkers = maxWorkers;
    this.#handles = [first];
    this.stopped = new Promise((resolve) => (this.#resolveStopped = () => resolve(undefined)));
    this.#planned = new Promise((resolve) => (this.#plan = resolve));
  }

  stop(): void {
    this.#isStopped = true;
    for (const handle of this.#handles) handle.terminate();
    this.#plan();
    this.#resolveStopped();
  }

  // Reading

  async load(sources: readonly Source[], onProgress: (progress: Progress) => void): Promise<LoadResult> {
    const files = numbered(sources);
    this.#prices = sources.filter(isPrices);
    this.#onProgress = onProgress;
    this.#total = estimatedBytes(files);
    this.#next = performance.now() + LONG_LISTING;
    this.#numbers = files.length;
    for (const file of files) this.#paths.set(file.path, file);
    await this.#share(files);
    const reading = this.#members.map((member) => this.#read(member));
    this.#plan(); // a request can be prioritized only by a parser that is reading
    const read = await Promise.all(reading);
    if (this.#isStopped) return NOTHING_LOADED;
    // All parsers read the price tables, and the files that belong to all sessions.
    const reported = read.flatMap(({ missed }) => missed.filter(isUnreadable));
    const unread = [...new Map(reported.map((one) => [one.path, one])).values()];
    const prices = read[0]?.missed.filter((one) => !isUnreadable(one)) ?? [];
    const missed = [...prices, ...unread];
    const sessions = this.#entries.infos();
    if (!sessions.some(({ state }) => state === "read")) {
      const failures = [unreadableOf(unread), ...read.map(({ why }) => why)].filter((why) => why !== undefined);
      // Unread files come first, since they may be opened again.
      const why = failures.find(({ code }) => code !== "no-sessions") ?? failures[0];
      if (why !== undefined) throw why;
    }
    if (sessions.length === 0) throw failure("no-sessions");
    this.#reportProgress(true);
    return { missed, sessions, first: undefined };
  }

  /** Lists all sessions from the ends of their files, and assigns the files to parsers. */
  async #share(files: readonly Numbered[]): Promise<void> {
    const mains = files.filter(({ path }) => isMain(path));
    const folders = new Set(mains.map(({ path }) => folderOf(path)));
    const parserCount = (): number =>
      Math.min(this.#maxWorkers, folders.size, Math.ceil(this.#total / MIN_BYTES_PER_PARSER));
    while (this.#handles.length < parserCount()) this.#start(); // judging by an estimate
    const alive = new Set(this.#handles);
    for (const handle of alive) void handle.stopped.then(() => alive.delete(handle));
    const relationKeys = new Map<number, readonly string[]>();
    const look = (some: readonly Numbered[], found: (file: Numbered, preview: FilePreview) => void): Promise<void> =>
      peek(
        some,
        this.#handles.map(({ api }) => api),
        (file, preview) => {
          relationKeys.set(file.number, preview.relationKeys.split("\n"));
          found(file, preview);
        },
      );
    let isReported = false;
    await look(mains, (file, preview) => {
      this.#entries.addPreview(file, preview);
      isReported = this.#reportProgress(false) || isReported;
    });
    this.#next = -Infinity;
    this.#reportProgress(false);
    if (isReported && !this.#isStopped) this.#use.onListed();
    this.#total = await totalBytes(files, () => this.#isStopped);
    if (this.#isStopped) return;
    const workers = parserCount();
    // Agents that are in the folder of some sessions can belong to another project.
    const others = files.filter(
      ({ path }) => /(?:^|\/)agent-[^/]*\.jsonl$/.test(path) && !path.includes("/subagents/"),
    );
    if (workers > 1) await look(others, () => undefined);
    const shared = files.filter(isForAll);
    const newest = (main: number): number => this.#entries.newest(main);
    this.#handles = this.#handles.filter((handle) => alive.has(handle));
    this.#members = share(projectsOf(files, relationKeys), workers).map((projects) => {
      const handle = this.#handles.shift() ?? this.#use.make();
      return this.#watched(new PoolWorker(handle, projects, [...inOrder(projects, newest), ...shared]));
    });
    for (const spare of this.#handles) spare.terminate();
    this.#handles = this.#members.map(({ handle }) => handle);
    if (this.#isStopped) this.stop();
  }

  #start(): ParserHandle {
    const handle = this.#use.make();
    this.#handles.push(handle);
    return handle;
  }

  #watched(member: PoolWorker): PoolWorker {
    this.#entries.own(member, member.files);
    void member.handle.stopped.then((why) => {
      if (why !== undefined) this.#removeWorker(member, why);
    });
    return member;
  }

  /** Resolves with what was missed, and the reason if nothing was read. */
  async #read(member: PoolWorker): Promise<Pick<LoadResult, "missed"> & { readonly why?: Failure }> {
    let loaded: LoadResult;
    try {
      loaded = await member.load(this.#prices, () => this.#reportProgress(false));
    } catch (error) {
      const why = reportedFailure(error, "crashed");
      this.#fails(member, why);
      return { missed: [], why };
    }
    const unread = loaded.missed.filter(isUnreadable);
    this.#entries.addUnread(unread.flatMap(({ path }) => this.#paths.get(path)?.number ?? []));
    await this.#list(member, async () => loaded.sessions);
    return { missed: loaded.missed };
  }

  #fails(member: PoolWorker, why: Failure): void {
    if (!notTranscriptCodes.has(why.code)) this.#removeWorker(member, why);
  }

  #removeWorker(member: PoolWorker, why: Failure): void {
    if (member.stopReason !== undefined || this.#isStopped) return;
    member.stopReason = why;
    member.handle.terminate();
    const names = [...new Set(member.folders.map((folder) => this.#entries.nameOf(folder)))];
    const fileNames =
      names.length > MAX_FILE_NAMES ? `${names.slice(0, MAX_FILE_NAMES).join(", ")}, …` : names.join(", ");
    this.#use.onStopped(failure("crashed", why.detail, fileNames), this.#entries.removeWorker(member));
  }

  /** Reads the files of a stopped parser in another one. */
  #readAgain(stopped: PoolWorker): void {
    const member = this.#watched(stopped.restart(this.#start()));
    this.#members = this.#members.map((one) => (one === stopped ? member : one));
    this.#use.onReadAgain({
      bytes: 0,
      total: sum(member.files.map(({ blob }) => blob.size)),
      files: 0,
      sessions: 0,
      rows: 0,
      done: false,
    });
    member
      .load(this.#prices, () => member.stopReason ?? this.#use.onReadAgain(member.progress))
      .catch((error: unknown) => this.#fails(member, reportedFailure(error, "crashed")))
      .finally(() => this.#use.onReadAgain(undefined));
  }

  async follow(sources: readonly Source[]): Promise<void> {
    await this.#planned;
    const grown = new Map<PoolWorker, Source[]>();
    for (const source of sources) {
      const known = this.#paths.get(source.path);
      const number = known?.number ?? this.#numbers++;
      const file = { ...source, number };
      this.#paths.set(source.path, file);
      for (const member of this.#whoReads(file)) {
        this.#entries.own(member, [file]);
        member.took(file);
        grown.set(member, [...(grown.get(member) ?? []), file]);
      }
    }
    await Promise.all(
      [...grown].map(async ([member, files]) =>
        member.stopReason === undefined ? member.api.follow(files) : undefined,
      ),
    );
  }

  /** Returns the parsers that read a file; for a new file, those of its project or of the folders above it. */
  #whoReads(file: Numbered): readonly PoolWorker[] {
    if (isForAll(file)) return this.#members;
    const owner = this.#entries.ownerOf(file.number);
    if (owner !== undefined) return [owner];
    for (const folder of foldersAbove(file.path)) {
      const member = this.#members.find((one) => one.folders.includes(folder));
      if (member !== undefined) return [member];
    }
    return this.#members.slice(0, 1);
  }

  #isTime(): boolean {
    const now = performance.now();
    if (now < this.#next) return false;
    this.#next = now + NOTICE_EVERY;
    return true;
  }

  /** Reports the progress if it is time, or the last; returns whether it did. */
  #reportProgress(last: boolean): boolean {
    if (this.#isStopped || (!this.#isTime() && !last)) return false;
    const read = this.#members.flatMap(({ progress }) => progress ?? []);
    this.#onProgress({
      bytes: sum(read.map(({ bytes }) => bytes)),
      total: this.#total,
      files: sum(read.map(({ files }) => files)),
      sessions: this.#entries.count,
      rows: 0, // of no particular session
      done: last,
    });
    return true;
  }

  // Queries

  async sessions(): Promise<readonly SessionInfo[]> {
    await Promise.all(this.#members.map((member) => this.#list(member)));
    return this.#entries.infos();
  }

  /** Lists the sessions of a parser again. */
  async #list(
    member: PoolWorker,
    request: () => Promise<readonly SessionInfo[]> = () => member.api.sessions(),
  ): Promise<void> {
    if (member.stopReason !== undefined) return;
    try {
      const { done } = member;
      const infos = await request();
      if (member.stopReason !== undefined) return;
      member.listsAll ||= done;
      for (const { local, slice } of this.#entries.list(member, infos))
        // An invalid slice was reported to the caller that requested it.
        if (slice !== undefined) await member.api.query("narrow", { ...slice, session: local });
    } catch (error) {
      if (isFailure(error)) return; // reported when the parser stopped
      throw error;
    }
  }

  /**
   * Queries the parser of a session, which reads it before others if it has not done so yet. For a session that does
   * not exist, any parser returns the error.
   */
  async #ask<T>(session: number, use: (api: ParserApi, local: number) => Promise<T>): Promise<T> {
    await this.#planned;
    const entry = this.#entries.at(session);
    const member = this.#entries.ownerOf(entry?.file ?? -1) ?? this.#members[0];
    if (member === undefined) throw failure("worker", reasons.closed);
    if (entry !== undefined && entry.local < 0 && !member.listsAll) {
      await (entry.asked ??= this.#fetchFile(member, entry.file).finally(() => (entry.asked = undefined)));
    }
    return use(member.api, entry?.local ?? -1);
  }

  async #fetchFile(member: PoolWorker, file: number): Promise<void> {
    await member.prefer(file);
    await this.#list(member);
  }

  #memberOf(session: number): PoolWorker | undefined {
    return this.#entries.ownerOf(this.#entries.at(session)?.file ?? -1);
  }

  async query<K extends keyof Queries>(name: K, request: Queries[K]["request"]): Promise<Queries[K]["reply"]> {
    const { session } = request as SessionRequest; // a pool does not scan
    const slice = sliceOf[name]?.(request);
    if (slice !== undefined) this.#entries.narrow(session, slice);
    const reply = await this.#ask(session, (api, local) => api.query(name, { ...request, session: local }));
    const member = this.#memberOf(session);
    return relink[name]?.(reply, (link) => this.#entries.linkOf(member, link)) ?? reply;
  }

  /** Queries all parsers. */
  #ofAll<T>(use: (api: ParserApi) => Promise<T>): Promise<readonly T[]> {
    return Promise.all(this.#members.flatMap((member) => (member.stopReason === undefined ? use(member.api) : [])));
  }

  async files(session: number): Promise<readonly FileRead[]> {
    if (session >= 0) return this.#ask(session, (api, local) => (local < 0 ? Promise.resolve([]) : api.files(local)));
    const all = await this.#ofAll((api) => api.files(-1));
    return [...new Map(all.flat().map((file) => [file.file, file])).values()].sort((a, b) => a.file - b.file);
  }

  async raw(range: ByteRange): Promise<Uint8Array> {
    return this.#owner(range.file).raw(range);
  }

  async snapshot(file: number): Promise<Blob | undefined> {
    return this.#owner(file).snapshot(file);
  }

  async image(range: ByteRange): Promise<Picture> {
    return this.#owner(range.file).image(range);
  }

  #owner(file: number): ParserApi {
    const owner = this.#entries.ownerOf(file) ?? this.#members[0];
    if (owner === undefined) throw failure("unreadable", reasons.noFile);
    return owner.api;
  }

  async memory(): Promise<number> {
    return sum(await this.#ofAll((api) => api.memory()));
  }

  async cancel(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#handles.map(({ api }) => api.cancel()));
  }

  /**
   * A requested session is read first anyway. A lost session is read again only if a user asks for it: if any request
   * read it again, this would never end where each parser stops.
   */
  async prefer(files: readonly number[]): Promise<void> {
    await this.#planned;
    for (const file of files) {
      const owner = this.#entries.ownerOf(file);
      if (owner?.stopReason !== undefined && !this.#isStopped) this.#readAgain(owner);
    }
  }

  // A pool previews its files itself.

  async peek(): Promise<never[]> {
    return [];
  }
}

/** The queries that determine a session's rows. They are sent again to a parser that starts to read it. */
const sliceOf: { readonly [K in keyof Queries]?: (request: Queries[K]["request"]) => RowFilter } = {
  narrow: ({ turns, prompts, show, hide }) => ({ turns, prompts, show, hide }),
};

function relinkRow(row: Row, relinked: (link: Link) => Link): Row {
  return row.kind === "link" || row.kind === "copied" ? { ...row, link: relinked(row.link) } : row;
}

function relinkRecords(
  links: readonly RecordLink[] | null,
  relinked: (link: Link) => Link,
): readonly RecordLink[] | null {
  return links?.map((link) => ({ ...link, row: link.row && relinkRow(link.row, relinked) })) ?? null;
}

/** Replaces the links of a reply, whose indexes are those of the parser that replied. */
type Relink = {
  readonly [K in keyof Queries]?: (reply: Queries[K]["reply"], relinked: (link: Link) => Link) => Queries[K]["reply"];
};

const relink: Relink = {
  summary: (summary, relinked) => ({ ...summary, links: summary.links?.map(relinked) ?? null }),
  rows: (page, relinked) => ({ ...page, rows: page.rows?.map((row) => relinkRow(row, relinked)) ?? null }),
  inspect: (reply, relinked) => ({
    ...reply,
    row: reply.row && relinkRow(reply.row, relinked),
    links: relinkRecords(reply.links, relinked),
  }),
  record: (reply, relinked) =>
    reply && {
      ...reply,
      row: reply.row && relinkRow(reply.row, relinked),
      links: relinkRecords(reply.links, relinked),
    },
};

/** The number of projects that the message about a stopped parser names. */
const MAX_FILE_NAMES = 3;

/** Failures of files rather than of a parser. */
const notTranscriptCodes: ReadonlySet<Failure["code"]> = new Set([
  "no-sessions",
  "not-a-transcript",
  "empty",
  "unreadable",
]);
