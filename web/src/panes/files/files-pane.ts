import { type TemplateResult, html, nothing } from "lit";
import { icon } from "../../ui/icon";
import { hostStyles } from "../../ui/host-styles";
import { fault } from "../../rows/shared/failure-text";
import { paneWords, words } from "../../parser/words";
import type { TouchedFile } from "../../parser/model";
import type { Desk, DeskChange } from "../session-controller";
import { preset } from "../../session/filter";
import { gather } from "../../base/collect-pages";
import { Pane, definePane } from "../pane";
import { choose } from "./choose";
import { fieldStyles } from "../../ui/common-styles";
import { filesStyles } from "./files-styles";
import { FileList } from "./list";
import { type Kind, type Order, type Wanted, kinds, orders } from "../../session/file-list-options";
import { lines, sums } from "./listing";
import { OneFile } from "./one";
import { savePatch } from "./patch";

export function draw(desk: Desk): TemplateResult {
  definePane("unspool-file-list", FileList);
  definePane("unspool-one-file", OneFile);
  definePane("unspool-files", Files);
  return html`<unspool-files data-places .desk=${desk}></unspool-files>`;
}

const GROWING = 1_000; // ms between two looks while files are read
const NARROW = 760; // px: below it the list and a file take turns

/** All files that a session touched, and one of them in full. */
class Files extends Pane {
  #files: readonly TouchedFile[] | undefined;
  #early: readonly TouchedFile[] = []; // what is shown until all calls were looked at
  #read = 0;
  #failed = false;
  #asked = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #saving = -1; // share that is done, -1 while nothing is saved
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
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#asked++;
  }

  protected override sessionChanged(): void {
    this.#files = undefined;
    this.#early = [];
    this.#saving = -1;
    void this.#load();
  }

  protected override deskChanged(change: DeskChange): void {
    if (change === "data") {
      this.#later ??= setTimeout(() => {
        this.#later = undefined;
        void this.#load();
      }, GROWING);
    } else if (change === "look") this.requestUpdate();
  }

  get #wanted(): Wanted {
    return this.desk.files ?? { words: "", order: "folder", kind: "all" };
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked;
    const { api, session } = this.desk;
    this.#failed = false;
    try {
      const files = await gather(
        async (from) => {
          const { files, next, read, early, revision } = await api.query("changedFiles", { session, from });
          if (asked !== this.#asked) return undefined;
          this.#read = read;
          this.#early = early ?? this.#early;
          if (this.#files === undefined) this.requestUpdate();
          return { lines: files ?? [], next, revision };
        },
        0,
        Infinity,
      );
      if (files === undefined) return;
      this.#files = files;
      this.#early = [];
    } catch {
      if (asked !== this.#asked) return;
      this.#failed = true; // a parser that died is told elsewhere
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const say = paneWords.files;
    const files = this.#files ?? this.#early;
    if (this.#files === undefined && (files.length === 0 || this.#failed))
      return html`<p class="state" role="status">${this.#failed ? say.unread : say.looking(this.#read)}</p>`;
    if (files.length === 0) return html`<p class="state">${this.desk.viewer.busy() ? words.reading : say.none}</p>`;
    const path = this.desk.look.file ?? "";
    const file = files.find((one) => one.path === path);
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

  #list(files: readonly TouchedFile[], path: string): TemplateResult {
    const say = paneWords.files;
    const shown = lines(files, this.#wanted);
    const found = shown.reduce((n, line) => n + Number(line.kind === "file"), 0);
    const want = (change: Partial<Wanted>): void => {
      this.desk.files = { ...this.#wanted, ...change };
      this.requestUpdate();
    };
    return html`<section class="side" aria-label=${say.list}>
      ${this.#files === undefined ? this.#looking() : this.#summary(files)}
      <form class="tools" role="search" @submit=${(event: Event) => event.preventDefault()}>
        <input
          class="framed"
          type="search"
          name="words"
          autocomplete="off"
          spellcheck="false"
          placeholder=${say.filter}
          aria-label=${say.filter}
          .value=${this.#wanted.words}
          @input=${({ currentTarget }: Event) => currentTarget instanceof HTMLInputElement && want({ words: currentTarget.value })}
        />
        ${choose(say.show, kinds, say.kinds, this.#wanted.kind, (kind: Kind) => want({ kind }))}
        ${choose(say.order, orders, say.orders, this.#wanted.order, (order: Order) => want({ order }))}
      </form>
      <div class="columns" aria-hidden="true">
        <span>${say.columns.name(found)}</span><span class="count">${say.columns.read}</span
        ><span class="count">${say.columns.changed}</span><span>${say.columns.lines}</span>
      </div>
      ${
        found === 0
          ? html`<p class="state" role="status">${say.noneFound}</p>`
          : html`<unspool-file-list
              data-places
              .lines=${shown}
              .shown=${path}
              .flat=${this.#wanted.order !== "folder"}
              .choose=${(file: TouchedFile) => this.#choose(file)}
            ></unspool-file-list>`
      }
    </section>`;
  }

  #looking(): TemplateResult {
    const say = paneWords.files;
    return html`<header>
      <h2>${say.title}</h2>
      <p class="sum" role="status">${say.looking(this.#read)}</p>
    </header>`;
  }

  #summary(files: readonly TouchedFile[]): TemplateResult {
    const say = paneWords.files;
    const sum = sums(files);
    return html`<header>
      <h2>${say.title}</h2>
      <ul class="sum">
        ${say.sum(sum).map((part) => html`<li>${part}</li>`)}
        ${
          sum.failed === 0
            ? nothing
            : html`<li>
                <button type="button" title=${say.toErrors} @click=${() => void this.#toErrors()}>
                  ${say.failedCalls(sum.failed)}
                </button>
              </li>`
        }
      </ul>
      ${
        sum.changed === 0
          ? nothing
          : html`<button
              type="button"
              class="save"
              aria-disabled=${this.#saving >= 0}
              title=${say.patchTitle}
              @click=${() => void this.#save()}
            >
              ${icon("save")} ${this.#saving >= 0 ? say.saving(this.#saving) : say.patch}
            </button>`
      }
    </header>`;
  }

  /** Leaves of the conversation what failed, and goes there: one step, to be taken back at once. */
  async #toErrors(): Promise<void> {
    const { desk } = this;
    const { filtering, viewer } = desk;
    await desk.move(async () => {
      filtering.change(preset("errors", filtering.filter));
      await filtering.settled;
      viewer.list()?.focus();
      return true;
    });
  }

  #detail(file: TouchedFile | undefined, path: string, alone: boolean): TemplateResult {
    const say = paneWords.files;
    if (path !== "" && this.#files === undefined) return html`<p class="state">${say.looking(this.#read)}</p>`;
    if (file === undefined) {
      return html`<div class="state">
        <p>${path === "" ? say.chooseOne : say.notHere}</p>
        ${alone ? html`<button type="button" class="save" @click=${() => this.desk.change({ file: "" })}>${say.back}</button>` : nothing}
      </div>`;
    }
    return html`<unspool-one-file
      .desk=${this.desk}
      .file=${file}
      ?data-alone=${alone}
      .back=${() => this.#back()}
    ></unspool-one-file>`;
  }

  #choose(file: TouchedFile): void {
    this.desk.change({ file: file.path });
    void this.updateComplete.then(() => {
      const detail = this.renderRoot.querySelector(".detail");
      if (detail !== null) detail.scrollTop = 0;
      if (this.#narrow && detail instanceof HTMLElement) detail.focus();
    });
  }

  #back(): void {
    this.desk.change({ file: "" });
    void this.updateComplete.then(() =>
      this.renderRoot
        .querySelector("unspool-file-list")
        ?.shadowRoot?.querySelector<HTMLElement>("[role=listbox]")
        ?.focus(),
    );
  }

  async #save(): Promise<void> {
    const { desk } = this;
    const tell = (share: number): void => {
      if (desk !== this.desk) return;
      this.#saving = share;
      this.requestUpdate();
    };
    if (this.#saving >= 0) return;
    tell(0);
    await savePatch(desk, tell).catch((error: unknown) => desk.viewer.say(fault(error)));
    tell(-1);
  }

  static override styles = [hostStyles, fieldStyles, filesStyles];
}
