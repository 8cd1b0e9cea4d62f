import { type TemplateResult, html, nothing } from "lit";
import { onChange } from "../../base/signals";
import { icon } from "../../ui/icon";
import { reportedFault } from "../../rows/shared/failure-text";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { TouchedFile } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { preset } from "../../session/filter";
import { type LineRange, gather } from "../../base/collect-pages";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import { choose } from "./choose";
import { buttonStyles, fieldStyles } from "../../ui/common-styles";
import { filesStyles } from "./files-styles";
import { FileList } from "./list";
import {
  type FileListKind,
  type FileOrder,
  type FileListOptions,
  kinds,
  orders,
} from "../../session/file-list-options";
import { changeSize, isChanged, lines, sums } from "./listing";
import { OneFile } from "./one";
import { savePatch } from "./patch";
import { baseStyles } from "../../ui/base-styles";

export function draw(controller: SessionController): TemplateResult {
  definePane("unspool-file-list", FileList);
  definePane("unspool-one-file", OneFile);
  definePane("unspool-files", Files);
  return html`<unspool-files data-places .controller=${controller}></unspool-files>`;
}

const NARROW = 760; // px; below it, the list and a file are shown one at a time

/** All files that a session touched, and the details of one of them. */
class Files extends Pane {
  #files: readonly TouchedFile[] | undefined;
  #early: readonly TouchedFile[] = []; // shown until all calls are analyzed
  #read = 0;
  readonly #loader = new PaneLoader(this, (signal) => this.#load(signal));
  #saving = -1; // share that is done, -1 while nothing is being saved
  #narrow = false;
  readonly #resized = new ResizeObserver(([box]) => {
    const narrow = (box?.contentRect.width ?? NARROW) < NARROW;
    if (narrow === this.#narrow) return;
    this.#narrow = narrow;
    this.requestUpdate();
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  protected override sessionChanged(): void {
    this.#files = undefined;
    this.#early = [];
    this.#saving = -1;
    this.#loader.load();
  }

  protected override follow(controller: SessionController): readonly (() => void)[] {
    return [
      onChange(controller.dataVersion, this.#loader.reload),
      onChange(controller.viewState, () => this.requestUpdate()),
    ];
  }

  get #options(): FileListOptions {
    return this.controller.fileListOptions ?? { words: "", order: "folder", kind: "all" };
  }

  /** Loads the files, and again when the lines of their net changes are counted, which takes more requests. */
  async #load(signal: AbortSignal): Promise<void> {
    const { api, session } = this.controller;
    let counted = 0;
    const page = async (from: number): Promise<LineRange<TouchedFile> | undefined> => {
      const answer = await api.query("changedFiles", { session, from });
      if (signal.aborted) return undefined;
      this.#read = answer.read;
      this.#early = answer.early ?? this.#early;
      counted = answer.counted;
      if (this.#files === undefined) this.requestUpdate();
      return { lines: answer.files ?? [], next: answer.next, revision: answer.revision };
    };
    for (let complete = false; !complete;) {
      const files = await gather(page, 0, Infinity);
      if (files === undefined) return;
      complete = counted === 1;
      if (complete || this.#files === undefined) this.#files = files;
      this.#early = [];
      this.requestUpdate();
      while (counted < 1) if ((await page(files.length)) === undefined) return; // without files
    }
  }

  protected override render(): TemplateResult {
    const files = this.#files ?? this.#early;
    if (this.#files === undefined && (files.length === 0 || this.#loader.failed))
      return html`<p class="state" role="status">
        ${this.#loader.failed ? strings.unread : strings.looking(this.#read)}
      </p>`;
    if (files.length === 0)
      return html`<p class="state">${this.controller.viewer.busy ? sessionStrings.reading : strings.none}</p>`;
    const path = this.controller.state.file ?? this.#initial();
    const file = files.find((touched) => touched.path === path);
    const alone = this.#narrow && path !== "";
    return html`<div class="frame" ?data-narrow=${this.#narrow} ?data-chosen=${file !== undefined}>
      ${alone ? nothing : this.#list(files, path)}
      ${
        this.#narrow && !alone
          ? nothing
          : html`<div class="detail" tabindex="-1" data-place="file">${this.#detail(file, path, alone)}</div>`
      }
    </div>`;
  }

  /** Returns the file to show until the user chooses one: that with the largest change, if there is room. */
  #initial(): string {
    if (this.#narrow || this.#files === undefined) return "";
    const largest = this.#files.filter(isChanged).sort((a, b) => changeSize(b) - changeSize(a))[0];
    return largest?.path ?? "";
  }

  #list(files: readonly TouchedFile[], path: string): TemplateResult {
    const shown = lines(files, this.#options);
    const found = shown.reduce((n, line) => n + Number(line.kind === "file"), 0);
    const want = (change: Partial<FileListOptions>): void => {
      this.controller.fileListOptions = { ...this.#options, ...change };
      this.requestUpdate();
    };
    return html`<section class="side" aria-label=${strings.list}>
      ${this.#files === undefined ? this.#looking() : this.#summary(files)}
      <form class="tools" role="search" @submit=${(event: Event) => event.preventDefault()}>
        <input
          class="framed"
          type="search"
          name="words"
          autocomplete="off"
          spellcheck="false"
          placeholder=${strings.filter}
          aria-label=${strings.filter}
          .value=${this.#options.words}
          @input=${({ currentTarget }: Event) => currentTarget instanceof HTMLInputElement && want({ words: currentTarget.value })}
        />
        ${choose(strings.show, kinds, strings.kinds, this.#options.kind, (kind: FileListKind) => want({ kind }))}
        ${choose(strings.order, orders, strings.orders, this.#options.order, (order: FileOrder) => want({ order }))}
      </form>
      <div class="columns" aria-hidden="true">
        <span>${strings.columns.name(found)}</span><span class="count">${strings.columns.read}</span
        ><span class="count">${strings.columns.changed}</span><span>${strings.columns.lines}</span>
      </div>
      ${
        found === 0
          ? html`<p class="state" role="status">${strings.noneFound}</p>`
          : html`<unspool-file-list
              data-places
              .lines=${shown}
              .shown=${path}
              .flat=${this.#options.order !== "folder"}
              .choose=${(file: TouchedFile) => this.#choose(file)}
            ></unspool-file-list>`
      }
    </section>`;
  }

  #looking(): TemplateResult {
    return html`<header>
      <h2>${strings.title}</h2>
      <p class="sum" role="status">${strings.looking(this.#read)}</p>
    </header>`;
  }

  #summary(files: readonly TouchedFile[]): TemplateResult {
    const sum = sums(files);
    return html`<header>
      <h2>${strings.title}</h2>
      <ul class="sum dotted">
        ${strings.sum(sum).map((part) => html`<li>${part}</li>`)}
        ${
          sum.failed === 0
            ? nothing
            : html`<li>
                <button type="button" title=${strings.toErrors} @click=${() => void this.#toErrors()}>
                  ${strings.failedCalls(sum.failed)}
                </button>
              </li>`
        }
      </ul>
      ${
        sum.changed === 0
          ? nothing
          : html`<button
              type="button"
              class="button save"
              aria-disabled=${this.#saving >= 0}
              title=${strings.patchTitle}
              @click=${() => void this.#save()}
            >
              ${icon("save")} ${this.#saving >= 0 ? strings.saving(this.#saving) : strings.patch}
            </button>`
      }
    </header>`;
  }

  /** Filters the conversation by errors and goes there, in one step that "back" undoes. */
  async #toErrors(): Promise<void> {
    const { controller } = this;
    const { filtering, viewer } = controller;
    await controller.move(async () => {
      filtering.change(preset("errors", filtering.filter));
      await filtering.whenApplied;
      viewer.list()?.focus();
      return true;
    });
  }

  #detail(file: TouchedFile | undefined, path: string, alone: boolean): TemplateResult {
    if (path !== "" && this.#files === undefined) return html`<p class="state">${strings.looking(this.#read)}</p>`;
    if (file === undefined) {
      return html`<div class="state">
        <p>${path === "" ? strings.chooseOne : strings.notHere}</p>
        ${
          alone
            ? html`<button type="button" class="button" @click=${() => this.controller.changeState({ file: "" })}>
                ${strings.back}
              </button>`
            : nothing
        }
      </div>`;
    }
    return html`<unspool-one-file
      .controller=${this.controller}
      .file=${file}
      ?data-alone=${alone}
      .back=${() => this.#back()}
    ></unspool-one-file>`;
  }

  #choose(file: TouchedFile): void {
    this.controller.changeState({ file: file.path });
    void this.updateComplete.then(() => {
      const detail = this.renderRoot.querySelector(".detail");
      if (detail !== null) detail.scrollTop = 0;
      if (this.#narrow && detail instanceof HTMLElement) detail.focus();
    });
  }

  #back(): void {
    this.controller.changeState({ file: "" });
    void this.updateComplete.then(() =>
      this.renderRoot
        .querySelector("unspool-file-list")
        ?.shadowRoot?.querySelector<HTMLElement>("[role=listbox]")
        ?.focus(),
    );
  }

  async #save(): Promise<void> {
    const { controller } = this;
    const report = (share: number): void => {
      if (controller !== this.controller) return;
      this.#saving = share;
      this.requestUpdate();
    };
    if (this.#saving >= 0) return;
    report(0);
    await savePatch(controller, report).catch((error: unknown) => controller.viewer.announce(reportedFault(error)));
    report(-1);
  }

  static override styles = [baseStyles, buttonStyles, fieldStyles, filesStyles];
}
