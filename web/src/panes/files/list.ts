import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { strings } from "./strings";
import { baseName, folder } from "../../session/format";
import { changedLines, diffstat } from "../../rows/shared/diffstat";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { TouchedFile } from "../../parser/model";
import { type FileLine, folderOf, isChanged, isSized } from "./listing";
import { baseStyles } from "../../ui/base-styles";
import { VirtualList } from "../../ui/virtual-list";

const LINE = 28; // px, the height of every line

/** A virtual list of the files of a session. */
export class FileList extends LitElement {
  @property({ attribute: false }) lines: readonly FileLine[] = [];
  /** The path of the file that is shown beside the list. */
  @property({ attribute: false }) shown = "";
  @property({ attribute: false }) choose: (file: TouchedFile) => void = () => undefined;
  /** Whether files are listed without their folders. */
  @property({ attribute: false }) flat = false;
  #active = -1; // the line that keys act on
  readonly #list = new VirtualList(this, { scroller: ".scroller", container: ".sheet", positioned: true });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("lines") && !changed.has("shown")) return;
    if (changed.has("lines")) this.#list.layout.setItems(this.lines.length, () => LINE);
    const before = changed.get("lines")?.[this.#active];
    const target = changed.has("shown") || before?.kind !== "file" ? this.shown : before.file.path;
    this.#active = this.lines.findIndex((line) => line.kind === "file" && line.file.path === target);
    this.#reveal();
  }

  protected override render(): TemplateResult {
    const { lines } = this;
    const last = lines.at(-1);
    const files = last?.kind === "file" ? last.index + 1 : 0;
    return html`<div
      class="scroller"
      data-place="list"
      role="listbox"
      tabindex="0"
      aria-label=${strings.list}
      aria-activedescendant=${this.#active < 0 ? nothing : `line-${this.#active}`}
      @keydown=${this.#pressed}
    >
      <div class="sheet" role="presentation">
        ${this.#list.indexesWith(this.#active).map((at) => this.#line(lines[at], at, files))}
      </div>
    </div>`;
  }

  #line(line: FileLine | undefined, at: number, files: number): TemplateResult | typeof nothing {
    if (line === undefined) return nothing;
    if (line.kind === "folder") {
      const name = line.name === "" ? strings.projectFolder : line.inside ? line.name : folder(line.name);
      return html`<div class="line folder ellipsis" aria-hidden="true" title=${stripInvisible(name)} data-index=${at}>
        ${markInvisible(name)}
      </div>`;
    }
    const { file } = line;
    const name = baseName(file.name);
    const before = this.flat ? (file.inside ? file.name : folder(file.name)).slice(0, -name.length) : "";
    return html`<div
      id="line-${at}"
      class="line file"
      role="option"
      aria-selected=${file.path === this.shown}
      aria-setsize=${files}
      aria-posinset=${line.index + 1}
      title=${stripInvisible(file.name)}
      data-index=${at}
      ?data-active=${at === this.#active}
      @click=${() => this.choose(file)}
    >
      <span class="state" data-state=${state(file)} aria-hidden="true">${letter(file)}</span>
      <bdi class="name ellipsis"
        >${before === "" ? nothing : html`<span class="before">${markInvisible(before)}</span>`}${markInvisible(name)}</bdi
      >
      <span class="unseen">${stripInvisible(strings.facts(file, this.flat ? "" : folderOf(file.name)))}</span>
      <span class="count" aria-hidden="true">${file.reads === 0 ? "" : file.reads}</span>
      <span class="count" aria-hidden="true">${file.edits + file.writes === 0 ? "" : file.edits + file.writes}</span>
      <span class="lines">${isSized(file) ? lineCount(file) : nothing}</span>
    </div>`;
  }

  /** Scrolls to the active line, and to what is above it, which may be its folder. */
  #reveal(): void {
    if (this.#active >= 0) this.#list.scrollToIndex(this.#active, { above: LINE });
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const line = this.lines[this.#active];
    if (event.key === "Enter" || event.key === " ") {
      if (line?.kind === "file") this.choose(line.file);
    } else {
      const next = this.#list.indexAfter({ j: "ArrowDown", k: "ArrowUp" }[event.key] ?? event.key, this.#active);
      if (next === undefined) return;
      this.#active = this.#next(next);
      this.#reveal();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Returns the file at an index, or the next one in the direction that the index is moved to. */
  #next(target: number): number {
    const { lines } = this;
    const direction = target < this.#active && target > 0 ? -1 : 1;
    let at = Math.max(0, Math.min(target, lines.length - 1));
    while (lines[at]?.kind === "folder") at += at === 0 ? 1 : direction;
    return at < lines.length ? at : this.#active;
  }

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        min-height: 0;
      }
      .scroller {
        height: 100%;
        overflow: hidden auto;
        scrollbar-gutter: stable;
        outline: none;
      }
      .sheet {
        position: relative;
      }
      .line {
        display: grid;
        align-items: center;
        position: absolute;
        inset-inline: 0;
        height: 28px;
        padding-inline: var(--u-4);
        font-size: var(--u-size-m);
        white-space: nowrap;
      }
      .folder {
        display: block;
        align-content: end;
        padding-bottom: var(--u-1);
        font-size: var(--u-size-s);
        color: var(--u-ink-3);
      }
      .file {
        grid-template-columns: var(--u-4) minmax(0, 1fr) 3.2em 3.2em 6.5em;
        column-gap: var(--u-2);
        cursor: pointer;
      }
      .file:hover {
        background: var(--u-hover);
      }
      .file[aria-selected="true"] {
        background: var(--u-accent-soft);
      }
      .state {
        font-family: var(--u-mono);
        font-size: var(--u-size-xs);
        font-weight: var(--u-strong);
        color: var(--u-ink-3);
      }
      .state[data-state="created"] {
        color: var(--u-good);
      }
      .state[data-state="changed"] {
        color: var(--u-warn);
      }
      .state[data-state="failed"] {
        color: var(--u-bad);
      }
      .before {
        color: var(--u-ink-3);
      }
      :is(.count, .lines) {
        font-size: var(--u-size-s);
        font-variant-numeric: tabular-nums;
        text-align: end;
        color: var(--u-ink-3);
      }
      /* Names shrink last. */
      @container (max-width: 440px) {
        .file {
          grid-template-columns: var(--u-4) minmax(0, 1fr) 6em;
        }
        .count {
          display: none;
        }
      }
      @media (max-width: 560px) {
        .file {
          column-gap: var(--u-1);
        }
        .line {
          padding-inline: var(--u-3);
        }
      }
    `,
  ];
}

function lineCount(file: TouchedFile): TemplateResult {
  const { added, removed } = changedLines(file);
  return diffstat(added, removed);
}

type FileListState = "created" | "changed" | "read" | "failed";

function state(file: TouchedFile): FileListState {
  if (isChanged(file)) return file.created ? "created" : "changed";
  return file.reads > 0 ? "read" : "failed";
}

/** Returns the letter of a file as in git: added or modified; none if it was only read. */
function letter(file: TouchedFile): string {
  return { created: "A", changed: "M", read: "", failed: "!" }[state(file)];
}
