import type { ParserHandle } from "../client";
import { type Numbered, type Project, type Session, filesOf, sum } from "./work-distribution";
import type { Failure, ParserApi, Progress, Source } from "../protocol";

/** One parser of a pool, and what it reads. */
export class PoolWorker {
  readonly handle: ParserHandle;
  /** The folders of its projects. */
  readonly folders: readonly string[];
  progress: Progress | undefined;
  /** The reason why it stopped. */
  lost: Failure | undefined;
  /** All is read, or cannot be. */
  done = false;
  /** It has told its sessions since. */
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

  /** Throws where it stopped. */
  get api(): ParserApi {
    if (this.lost !== undefined) throw this.lost;
    return this.handle.api;
  }

  get files(): readonly Numbered[] {
    return [...this.#files.values()];
  }

  /** A file came, or is another one by now. */
  took(file: Numbered): void {
    this.#files.set(file.number, file);
  }

  /** Reads its files to their ends, as the parser does it. */
  async load(prices: readonly Source[], onProgress: () => void): Promise<Failure | undefined> {
    try {
      return await this.api.load([...prices, ...this.files], (progress) => {
        this.progress = progress;
        onProgress();
      });
    } finally {
      this.done = true;
    }
  }

  /** Reads a session before all others, and what belongs to it after it. Resolves when there is something of it. */
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

  /** The same files for another parser. */
  again(handle: ParserHandle): PoolWorker {
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

/** The files of some projects in the order in which they are best read: what was written last first. */
export function inOrder(projects: readonly Project[], newest: (main: number) => number): readonly Numbered[] {
  const last = ({ main }: Session): number => newest(main.number);
  return projects
    .map((project) => ({ ...project, sessions: [...project.sessions].sort((a, b) => last(b) - last(a)) }))
    .map((project) => ({ project, last: Math.max(0, ...project.sessions.slice(0, 1).map(last)) }))
    .sort((a, b) => b.last - a.last)
    .flatMap(({ project }) => filesOf(project));
}
