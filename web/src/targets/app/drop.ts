import { type ReactiveController, type ReactiveControllerHost, type TemplateResult, html } from "lit";
import { fromFile } from "../../session/sources/sources";
import type { Handles } from "../../session/sources/file-handles";
import type { Source } from "../../parser/protocol";
import { type FoundSources, type ScanOptions, DirectoryWalker } from "../../session/sources/directory-walker";
import { strings } from "./strings";

const LEAVE_DELAY = 80; // ms

/** Lets files be dropped anywhere in the page, and covers the page while they are dragged over it. */
export class FileDrop implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onFiles: (data: DataTransfer) => void;
  #listening = new AbortController();
  #isOver = false;
  #leave: ReturnType<typeof setTimeout> | undefined;

  /** `onFiles` is called with what was dropped. It must read the data before any await. */
  constructor(host: ReactiveControllerHost, onFiles: (data: DataTransfer) => void) {
    this.#host = host;
    this.#onFiles = onFiles;
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#listening = new AbortController());
    addEventListener("dragenter", this.#onDrag, { signal });
    addEventListener("dragover", this.#onDrag, { signal });
    addEventListener("dragleave", this.#onLeave, { signal });
    addEventListener("drop", this.#onDrop, { signal });
  }

  hostDisconnected(): void {
    this.#listening.abort();
    this.#setOver(false);
  }

  /** Renders the cover. While something is dragged, there are no pointer events: with one, the drag ended unnoticed. */
  render(): TemplateResult {
    return html`<div
      class="over"
      ?hidden=${!this.#isOver}
      aria-hidden="true"
      @pointermove=${() => this.#setOver(false)}
    >
      <div><strong>${strings.drop}</strong><span>${strings.dropNote}</span></div>
    </div>`;
  }

  #setOver(isOver: boolean): void {
    clearTimeout(this.#leave);
    if (this.#isOver === isOver) return;
    this.#isOver = isOver;
    this.#host.requestUpdate();
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
    this.#setOver(true);
  };

  readonly #onLeave = (): void => {
    // Leaving one element for another looks the same as leaving the window.
    clearTimeout(this.#leave);
    this.#leave = setTimeout(() => this.#setOver(false), LEAVE_DELAY);
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#setOver(false);
    const data = event.dataTransfer;
    if (data === null || !holdsFiles(data)) return;
    event.preventDefault();
    this.#onFiles(data);
  };
}

/** Reports whether dragged data could be files. */
function holdsFiles(data: DataTransfer | null): boolean {
  return data !== null && [...data.types].includes("Files");
}

/** Returns the handles through which dropped files can be read again. They must be taken before any await, too. */
export function handlesOf(data: DataTransfer): Handles {
  return Promise.allSettled([...data.items].map(async (item) => item.getAsFileSystemHandle?.()));
}

/** Reports whether there is a handle for any of the files, through which it can be opened again. */
export async function hasHandle(handles: Handles | undefined): Promise<boolean> {
  return (await handles)?.some((one) => one.status === "fulfilled" && one.value != null) === true;
}

/**
 * Reads what was dropped, and folders recursively. Entries must be taken before any await: the browser empties the list
 * after the event.
 */
export async function readDrop(data: DataTransfer, options: ScanOptions): Promise<FoundSources> {
  const folders: FileSystemEntry[] = [];
  const sources: Source[] = [];
  for (const item of [...data.items]) {
    if (item.kind !== "file") continue;
    const entry = "webkitGetAsEntry" in item ? item.webkitGetAsEntry() : null;
    const file = entry?.isDirectory === true ? null : item.getAsFile();
    if (file !== null) sources.push(fromFile(file));
    else if (entry !== null) folders.push(entry);
  }
  if (folders.length === 0) return { sources };
  const walk = new DirectoryWalker(options, sources);
  for (const folder of folders) await walk.entry(folder);
  return walk;
}
