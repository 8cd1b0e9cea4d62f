import { type TemplateResult, html, nothing } from "lit";
import { strings } from "./strings";
import { markInvisible } from "../../content/visible-text";
import { baseName } from "../../session/format";
import { icon } from "../../ui/icon";
import type { LiveFile } from "../../session/sources/file-tree";

export type FileChange = "cut" | "emptied" | "overwritten" | "replaced" | "deleted";

/** How often a file is copied that changes while it is being copied. */
const MAX_COPIES = 5;

/**
 * Returns a copy of a file's current content, so that it can be read although the file on disk changes meanwhile; the
 * file itself if it never holds still, or undefined if there is none. `current` returns the file on disk.
 */
export async function copyOf(current: () => Promise<LiveFile | undefined>): Promise<LiveFile | undefined> {
  let file = await current();
  for (let copies = 0; file instanceof File && copies < MAX_COPIES; copies++) {
    try {
      const copy = await new Response(file.stream()).blob();
      return new File([copy], file.name, { lastModified: file.lastModified });
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      file = await current();
    }
  }
  return file;
}

/** The user's answers to the notice. */
interface NoticeActions {
  readonly reload: () => void;
  readonly keep: () => void;
}

/**
 * Files on disk that no longer continue what was read of them. What was read stays until the user decides; files whose
 * old content was kept are not followed until they are opened again.
 */
export class ChangedFiles {
  readonly #changes = new Map<string, FileChange>();
  readonly #ignored = new Set<string>();
  readonly #update: () => void;

  /** `update` is called after each change of the notice. */
  constructor(update: () => void) {
    this.#update = update;
  }

  set(path: string, change: FileChange): void {
    if (this.#changes.get(path) === change) return;
    this.#changes.set(path, change);
    this.#update();
  }

  /** Removes a file that continues what was read of it after all. */
  delete(path: string): void {
    if (this.#changes.delete(path)) this.#update();
  }

  has(path: string): boolean {
    return this.#changes.has(path);
  }

  isIgnored(path: string): boolean {
    return this.#ignored.has(path);
  }

  /** The paths of the changed files and of those whose old content was kept. */
  get paths(): readonly string[] {
    return [...this.#changes.keys(), ...this.#ignored];
  }

  /** Keeps what was read of the changed files. */
  keep(): void {
    for (const path of this.#changes.keys()) this.#ignored.add(path);
    this.#changes.clear();
    this.#update();
  }

  clear(): void {
    this.#changes.clear();
    this.#ignored.clear();
    this.#update();
  }

  /** Renders the notice, which stays until the user answers it. */
  notice({ reload, keep }: NoticeActions): TemplateResult | typeof nothing {
    const [first] = this.#changes;
    if (first === undefined) return nothing;
    const [path, change] = first;
    const others = this.#changes.size - 1;
    const canReload = [...this.#changes.values()].some((one) => one !== "deleted");
    return html`<div class="trouble changed-files" role="alert">
      ${icon("alert")}
      <p>
        <strong>${markInvisible(strings.onDisk[change](baseName(path)))}</strong> ${
          others > 0 ? html`${strings.othersChanged(others)} ` : nothing
        }${strings.readNote}
      </p>
      ${
        canReload
          ? html`<button type="button" class="primary" title=${strings.reloadNote} @click=${reload}>
              ${strings.reload}
            </button>`
          : nothing
      }
      <button type="button" class="primary" title=${strings.keepNote} @click=${keep}>${strings.keep}</button>
    </div>`;
  }
}
