import { type TemplateResult, css, html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { baseName, bytes } from "../../session/format";
import { title } from "../../session/header";
import { icon } from "../../ui/icon";
import { copy } from "../../content/copy";
import { fileName, saveAs } from "../../base/save";
import type { ExportSource } from "../../session/session-loader";
import { stateStyles } from "../../viewer/states";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { failure, reason } from "../../parser/failure";
import { strings } from "./save-strings";
import { strings as appStrings } from "./strings";
import { buttonStyles } from "../../ui/common-styles";
import { strings as paletteStrings } from "../../viewer/palette/strings";
import { strings as viewerStrings } from "../../viewer/strings";
import { type Part, compose, pack } from "./standalone-writer";
import { DialogElement, dialogPanel } from "../../ui/dialog";
import { reportUnlessShown } from "../../parser/parser-loss";

const LISTED = 100; // files

/**
 * The largest page that is made, in bytes. A page of 57 MB shows its session 4 s after it was opened, one of 250 MB
 * within a minute.
 */
const MAX = 128 << 20;

const kinds = ["conversation", "agent", "output", "other"] as const;

/** Returns the kind of a file by its name, with the same distinctions as order.ts. */
function kindOf(path: string): (typeof kinds)[number] {
  if (path.includes("/tool-results/")) return "output";
  if (!path.endsWith(".jsonl")) return "other";
  return path.includes("/subagents/") || baseName(path).startsWith("agent-") ? "agent" : "conversation";
}

function sizeOf(files: readonly Part[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

/** Shortens a name to fit a title, cutting between words. */
function short(name: string): string {
  return name.length <= 80
    ? name
    : name
        .slice(0, 81)
        .replace(/\s+\S*$/, "")
        .slice(0, 80);
}

/**
 * The state of the page. It is built while the user looks at the list of files, so its size is known before it is
 * saved.
 */
type Making =
  | { readonly kind: "packing"; readonly done: number }
  | { readonly kind: "ready"; readonly page: Blob }
  | { readonly kind: "failed"; readonly why: string };

/**
 * Asks what to save, and saves it. `source` returns the page that files are put into; without it, the page is fetched.
 * `link` opens the session for others, if it came from an address.
 */
export function savePage(
  exportSource: ExportSource,
  source: (() => Promise<string>) | undefined,
  link: string | undefined,
): void {
  if (customElements.get("unspool-save-page") === undefined)
    customElements.define("unspool-save-page", SavePageElement);
  if (document.querySelector("unspool-save-page") === null)
    document.body.append(new SavePageElement(exportSource, source ?? fetchPage, link));
}

async function fetchPage(): Promise<string> {
  const response = await fetch("unspool.html", { credentials: "omit" });
  if (!response.ok) throw failure("missing", strings.noPage);
  return response.text();
}

class SavePageElement extends DialogElement {
  @state() private all!: boolean; // all sessions, not only the one on the screen
  @state() private files: readonly Part[] = [];
  @state() private linkState = ""; // whether the link was copied, in words
  @state() private making: Making = { kind: "packing", done: 0 };

  readonly #exportSource: ExportSource;
  readonly #source: () => Promise<string>;
  readonly #link: string | undefined;
  #abort = new AbortController();

  constructor(exportSource: ExportSource, source: () => Promise<string>, link: string | undefined) {
    super();
    this.#exportSource = exportSource;
    this.#source = source;
    this.#link = link;
    this.all = exportSource.shown === undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#make();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort.abort();
  }

  /** The title of the page: that of the session, or that of the folder for all sessions. */
  get #title(): string {
    const exportSource = this.#exportSource;
    if (exportSource.shown !== undefined && !this.all) return stripInvisible(short(title(exportSource.shown)));
    const [folder, inside] = (this.files[0]?.path ?? "").split("/", 2);
    return folder !== undefined && inside !== undefined
      ? stripInvisible(short(folder))
      : strings.all(exportSource.sessions.length);
  }

  get #name(): string {
    return fileName(this.#title.replace(/[^\p{L}\p{N}]+$/u, ""), /\.html$/i, "html");
  }

  async #make(): Promise<void> {
    const exportSource = this.#exportSource;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.making = { kind: "packing", done: 0 };
    try {
      const parts = await filesOf(exportSource, this.all);
      signal.throwIfAborted();
      this.files = parts;
      const [page, files] = await Promise.all([
        this.#source(),
        pack(parts, {
          at: this.all ? "" : exportSource.at,
          maxLength: MAX,
          signal,
          onProgress: (done) => {
            if (!signal.aborted) this.making = { kind: "packing", done };
          },
        }),
      ]);
      if (signal.aborted) return;
      if (files === undefined) throw failure("too-large", strings.tooLarge(bytes(MAX)));
      const made = compose(page, `${this.#title} · ${appStrings.name}`, files);
      if (made === undefined) throw failure("missing", strings.noPage);
      this.making = { kind: "ready", page: made };
    } catch (error) {
      if (signal.aborted) return;
      reportUnlessShown(error);
      this.making = { kind: "failed", why: reason(error) };
    }
  }

  readonly #choose = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.all = event.target.value === "all";
    void this.#make();
  };

  readonly #save = (): void => {
    if (this.making.kind !== "ready") return;
    try {
      saveAs(this.#name, this.making.page);
      this.close();
    } catch (error) {
      reportUnlessShown(error);
      this.making = { kind: "failed", why: reason(error) };
    }
  };

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="dialog-title">
      ${dialogPanel(
        strings.title,
        html`${this.#linkLine()}
          <p>${strings.what}</p>
          ${this.#choice()} ${this.#list()}
          <div class="warning">
            ${icon("alert")}
            <p><strong>${strings.warning}</strong> ${strings.private}</p>
          </div>
          <footer>
            <p role="status">${this.#state()}</p>
            <button
              type="button"
              class="primary"
              autofocus
              aria-disabled=${this.making.kind !== "ready"}
              @click=${this.#save}
            >
              ${strings.save}
            </button>
          </footer>`,
      )}
    </dialog>`;
  }

  #linkLine(): TemplateResult | typeof nothing {
    const link = this.#link;
    if (link === undefined) return nothing;
    const copyLink = async (event: Event): Promise<void> => {
      if (!(event.currentTarget instanceof HTMLElement)) return;
      const { linkCopied, notCopied } = paletteStrings;
      this.linkState = (await copy(link, event.currentTarget)) ? linkCopied : notCopied;
    };
    return html`<div class="link">
      <p>${strings.link} <span role="status">${this.linkState}</span></p>
      <button type="button" class="button" @click=${copyLink}>${strings.copyLink}</button>
    </div>`;
  }

  #choice(): TemplateResult | typeof nothing {
    const exportSource = this.#exportSource;
    if (exportSource.shown === undefined || exportSource.sessions.length < 2) return nothing;
    return html`<fieldset @change=${this.#choose}>
      <legend class="unseen">${strings.extent}</legend>
      <label><input type="radio" name="extent" value="one" .checked=${!this.all} /> ${strings.one}</label>
      <label
        ><input type="radio" name="extent" value="all" .checked=${this.all} />
        ${strings.all(exportSource.sessions.length)}</label
      >
    </fieldset>`;
  }

  #list(): TemplateResult {
    const { files } = this;
    return html`<ul>
        ${kinds.map((kind) => {
          const some = files.filter((file) => kindOf(file.path) === kind);
          return some.length === 0
            ? nothing
            : html`<li>${strings.kinds[kind](some.length)} <span>${bytes(sizeOf(some))}</span></li>`;
        })}
      </ul>
      ${files
        .filter(({ shared }) => shared)
        .map(({ path }) => html`<p class="shared">${markInvisible(strings.shared(baseName(path)))}</p>`)}
      <details>
        <summary>${strings.names(files.length)}</summary>
        <ul>
          ${files.slice(0, LISTED).map((file) => html`<li><bdi>${markInvisible(file.path)}</bdi> <span>${bytes(file.size)}</span></li>`)}
          ${files.length > LISTED ? html`<li>${strings.more(files.length - LISTED)}</li>` : nothing}
        </ul>
      </details>`;
  }

  #state(): unknown {
    const { making } = this;
    switch (making.kind) {
      case "packing":
        return strings.packing(viewerStrings.of(bytes(making.done), bytes(sizeOf(this.files))));
      case "ready":
        return html`<bdi>${this.#name}</bdi>, ${bytes(making.page.size)}`;
      case "failed":
        return html`<strong>${strings.failed}</strong> ${markInvisible(making.why)}`;
    }
  }

  static override styles = [
    ...super.styles,
    stateStyles,
    buttonStyles,
    css`
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: var(--u-1) var(--u-5);
        margin: var(--u-3) 0 0;
        padding: 0;
        border: 0;
      }
      input {
        margin: 0 var(--u-1) 0 0;
        accent-color: var(--u-accent);
        vertical-align: -1px;
      }
      :is(ul, .shared, details) {
        margin: var(--u-2) 0 0;
      }
      li {
        display: flex;
        gap: var(--u-4);
        justify-content: space-between;
        padding: 3px 0;
      }
      li + li {
        border-top: 1px solid var(--u-line);
      }
      .shared {
        color: var(--u-warn);
        overflow-wrap: anywhere;
      }
      details {
        font-size: var(--u-size-s);
        color: var(--u-ink-2);
      }
      summary {
        width: fit-content;
        cursor: pointer;
      }
      details ul {
        max-height: 160px;
        margin-top: var(--u-1);
        overflow-y: auto;
      }
      li bdi {
        min-width: 0;
        font-family: var(--u-mono);
        overflow-wrap: anywhere;
      }
      li span {
        flex: none;
        color: var(--u-ink-3);
        font-variant-numeric: tabular-nums;
      }
      .warning {
        display: flex;
        gap: var(--u-3);
        margin: var(--u-4) 0;
        padding: var(--u-3);
        border-radius: var(--u-radius);
        background: var(--u-warn-soft);
        color: var(--u-ink-2);
      }
      .warning .icon {
        margin-top: 2px;
        color: var(--u-warn);
      }
      strong {
        font-weight: var(--u-strong);
        color: var(--u-ink);
      }
      .link {
        margin-block-end: var(--u-4);
      }
      :is(footer, .link) {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--u-4);
      }
      footer p {
        min-width: 0;
        color: var(--u-ink-2);
        overflow-wrap: anywhere;
        font-variant-numeric: tabular-nums;
      }
      :is(.primary, .button) {
        flex: none;
      }
      .primary[aria-disabled="true"] {
        opacity: 0.5;
        cursor: default;
      }
    `,
  ];
}

/** Returns the files to save as they were read, which may differ from their current state. */
async function filesOf({ api, sessions, shown, prices }: ExportSource, all: boolean): Promise<readonly Part[]> {
  // For the only session, all files are saved: files of no session may contain its title.
  const files = await api.files(all || sessions.length === 1 || shown === undefined ? -1 : shown.index);
  return [
    ...files.map(({ file, path, size, shared }) => ({
      path,
      size,
      shared,
      read: (offset: number, length: number) => api.raw({ file, offset, length }),
    })),
    ...prices.map(({ path, blob }) => ({
      path,
      size: blob.size,
      shared: false,
      read: async (offset: number, length: number) =>
        new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
    })),
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-save-page": SavePageElement;
  }
}
