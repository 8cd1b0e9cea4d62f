import type { ParserHandle } from "../client";
import { type Numbered, type Project, type Session, filesOf, sum } from "./work-distribution";
import type { Failure, LoadResult, ParserApi, Progress, Source } from "../protocol";

/** One parser of a pool, and the files that it reads. */
export class PoolWorker {
  readonly handle: ParserHandle;
  /** The folders of its projects. */
  readonly folders: readonly string[];
  progress: Progress | undefined;
  /** The reason why it stopped. */
  stopReason: Failure | undefined;
  /** True if all files have been read, or cannot be. */
  done = false;
  /** True if its sessions have been listed since then. */
  listsAll = false;
  readonly #files: Map<number, Numbered>; // in the order in which they are read
  readonly #sessions = new Map<number, Session>(); // by their main files
  readonly #others = new Map<number, readonly Numbered[]>();

  /** The projects and files are read in this order. */
  constructor(handle: ParserHandle, projects: readonly Project[], files: readonly Numbered[]) {
    this.handle = handle;
    this.folders = projects.flatMap(({ folders }) => folders);
    this.#files = new Map(files.map((file) => [file.number, file]));
    for (const { sessions, others } of projects) {
      for (const session of sessions) {
        this.#sessions.set(session.main.number, session);
        this.#others.set(session.main.number, others);
      }
    }
  }

  /** Throws if it has stopped. */
  get api(): ParserApi {
    if (this.stopReason !== undefined) throw this.stopReason;
    return this.handle.api;
  }

  get files(): readonly Numbered[] {
    return [...this.#files.values()];
  }

  /** Adds a file, or replaces it with its new version. */
  took(file: Numbered): void {
    this.#files.set(file.number, file);
  }

  /** Reads its files to their ends. */
  async load(prices: readonly Source[], onProgress: () => void): Promise<LoadResult> {
    try {
      return await this.api.load([...prices, ...this.files], (progress) => {
        this.progress = progress;
        onProgress();
      });
    } finally {
      this.done = true;
    }
  }

  /** Reads a session, and then its other files, before all others. Resolves when something of it can be shown. */
  prefer(main: number): Promise<void> {
    const files = [...(this.#sessions.get(main)?.own ?? []), ...(this.#others.get(main) ?? [])];
    return this.api.prefer([main, ...files.map(({ number }) => number)]);
  }

  /** Returns the size of a session with its agents, without the files of tools. */
  bytesOf(main: number): number | undefined {
    const session = this.#sessions.get(main);
    return (
      session &&
      sum(
        [session.main, ...session.own.filter(({ path }) => !path.includes("/tool-results/"))].map(
          ({ blob }) => blob.size,
        ),
      )
    );
  }

  /** Returns the same files for another parser. */
  restart(handle: ParserHandle): PoolWorker {
    const projects = [...this.#sessions].map(([main, session]) => ({
      folders: [],
      sessions: [session],
      others: this.#others.get(main) ?? [],
      bytes: 0,
    }));
    return new PoolWorker(
      handle,
      [{ folders: this.folders, sessions: [], others: [], bytes: 0 }, ...projects],
      this.files,
    );
  }
}

/** Returns the files of some projects in reading order: the most recently written first. */
export function inOrder(projects: readonly Project[], newest: (main: number) => number): readonly Numbered[] {
  const last = ({ main }: Session): number => newest(main.number);
  return projects
    .map((project) => ({ ...project, sessions: [...project.sessions].sort((a, b) => last(b) - last(a)) }))
    .map((project) => ({ project, last: Math.max(0, ...project.sessions.slice(0, 1).map(last)) }))
    .sort((a, b) => b.last - a.last)
    .flatMap(({ project }) => filesOf(project));
}
