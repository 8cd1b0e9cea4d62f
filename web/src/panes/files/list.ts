import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { strings } from "./strings";
import { baseName, folder } from "../../session/format";
import { diffstat } from "../../rows/shared/diffstat";
import { marked, visible } from "../../content/visible-text";
import type { TouchedFile } from "../../parser/model";
import { type FileLine, folderOf, isChanged } from "./listing";
import { baseStyles } from "../../ui/base-styles";

const LINE = 28; // px; all lines are equally high, so that rendering does not depend on their number
const BEYOND = 10; // lines rendered above and below the visible ones

/** A virtual list of the files of a session. */
export class FileList extends LitElement {
  @property({ attribute: false }) lines: readonly FileLine[] = [];
  /** The path of the file that is shown beside the list. */
  @property({ attribute: false }) shown = "";
  @property({ attribute: false }) choose: (file: TouchedFile) => void = () => undefined;
  /** Whether files are listed without their folders. */
  @property({ attribute: false }) flat = false;
  #active = -1; // the line that keys act on
  #top = 0;
  #height = 0;
  #awaited = false;
  readonly #resized = new ResizeObserver(() => this.#look());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("lines") && !changed.has("shown")) return;
    const before = changed.get("lines")?.[this.#active];
    const target = changed.has("shown") || before?.kind !== "file" ? this.shown : before.file.path;
    this.#active = this.lines.findIndex((line) => line.kind === "file" && line.file.path === target);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const sheet = this.renderRoot.querySelector<HTMLElement>(".sheet");
    if (sheet !== null) {
      sheet.style.height = `${this.lines.length * LINE}px`;
      sheet.style.paddingTop = `${this.#from * LINE}px`;
    }
    if (changed.has("shown") || changed.has("lines")) this.#reveal();
  }

  get #from(): number {
    return Math.max(0, Math.min(Math.floor(this.#top / LINE), this.lines.length) - BEYOND);
  }

  protected override render(): TemplateResult {
    const { lines } = this;
    const from = this.#from;
    const to = Math.min(lines.length, Math.ceil((this.#top + this.#height) / LINE) + BEYOND);
    const last = lines.at(-1);
    const files = last?.kind === "file" ? last.index + 1 : 0;
    return html`<div
      class="scroller"
      data-place="list"
      role="listbox"
      tabindex="0"
      aria-label=${strings.list}
      aria-activedescendant=${this.#active >= from && this.#active < to ? `line-${this.#active}` : nothing}
      @scroll=${this.#scrolled}
      @keydown=${this.#pressed}
    >
      <div class="sheet" role="presentation">
        ${lines.slice(from, to).map((line, at) => this.#line(line, from + at, files))}
      </div>
    </div>`;
  }

  #line(line: FileLine, at: number, files: number): TemplateResult {
    if (line.kind === "folder") {
      const name = line.name === "" ? strings.projectFolder : line.inside ? line.name : folder(line.name);
      return html`<div class="line folder" aria-hidden="true" title=${visible(name)}>${marked(name)}</div>`;
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
      title=${visible(file.name)}
      ?data-active=${at === this.#active}
      @click=${() => this.choose(file)}
    >
      <span class="state" data-state=${state(file)} aria-hidden="true">${letter(file)}</span>
      <bdi class="name ellipsis"
        >${before === "" ? nothing : html`<span class="before">${marked(before)}</span>`}${marked(name)}</bdi
      >
      <span class="unseen">${visible(strings.facts(file, this.flat ? "" : folderOf(file.name)))}</span>
      <span class="count" aria-hidden="true">${file.reads === 0 ? "" : file.reads}</span>
      <span class="count" aria-hidden="true">${file.edits + file.writes === 0 ? "" : file.edits + file.writes}</span>
      <span class="lines"
        >${isChanged(file) && file.unsized < file.edits + file.writes ? diffstat(file.added, file.removed) : nothing}</span
      >
    </div>`;
  }

  readonly #scrolled = (): void => {
    if (this.#awaited) return;
    this.#awaited = true;
    requestAnimationFrame(() => {
      this.#awaited = false;
      this.#look();
    });
  };

  /** Renders the lines that are visible now. */
  #look(): void {
    const scroller = this.renderRoot.querySelector(".scroller");
    if (scroller === null) return;
    const before = [Math.floor(this.#top / LINE), this.#height].join();
    this.#top = scroller.scrollTop;
    this.#height = scroller.clientHeight;
    if (before !== [Math.floor(this.#top / LINE), this.#height].join()) this.requestUpdate();
  }

  /** Scrolls as little as possible. */
  #reveal(): void {
    const scroller = this.renderRoot.querySelector(".scroller");
    if (scroller === null || this.#active < 0) return;
    const top = this.#active * LINE;
    if (top < scroller.scrollTop + LINE)
      scroller.scrollTop = top - LINE; // includes its folder
    else if (top + LINE > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + LINE - scroller.clientHeight;
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const line = this.lines[this.#active];
    if (event.key === "Enter" || event.key === " ") {
      if (line?.kind === "file") this.choose(line.file);
    } else {
      const step = this.#step(event.key);
      if (step === undefined) return;
      this.#active = this.#next(this.#active + step, Math.sign(step));
      this.#reveal();
      this.requestUpdate();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #step(key: string): number | undefined {
    const page = Math.max(1, Math.floor(this.#height / LINE) - 1);
    switch (key) {
      case "ArrowDown":
      case "j":
        return 1;
      case "ArrowUp":
      case "k":
        return -1;
      case "PageDown":
        return page;
      case "PageUp":
        return -page;
      case "Home":
        return -Infinity;
      case "End":
        return Infinity;
      default:
        return undefined;
    }
  }

  /** Returns the index of the file at `target`, or of the next one in this direction. */
  #next(target: number, direction: number): number {
    const { lines } = this;
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
      .scroller:focus-visible [data-active] {
        box-shadow: inset 0 0 0 2px var(--u-accent);
      }
      .line {
        display: grid;
        align-items: center;
        position: relative;
        height: 28px;
        padding-inline: var(--u-4);
        font-size: var(--u-size-m);
        white-space: nowrap;
      }
      .folder {
        display: block;
        overflow: hidden;
        text-overflow: ellipsis;
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

type FileListState = "created" | "changed" | "read" | "failed";

function state(file: TouchedFile): FileListState {
  if (isChanged(file)) return file.created ? "created" : "changed";
  return file.reads > 0 ? "read" : "failed";
}

/** Returns the letter of a file as in git: added or modified; none if it was only read. */
function letter(file: TouchedFile): string {
  return { created: "A", changed: "M", read: "", failed: "!" }[state(file)];
}
