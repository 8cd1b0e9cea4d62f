import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import type { UnspoolSession } from "../element/session";
import { icon } from "../element/icon";
import { isFailure, toFailure } from "../worker/failure";
import type { Failure, Source } from "../worker/protocol";
import { trouble, words } from "../words";
import { fromFile } from "../element/sources";
import { holdsFiles, readDrop } from "./drop";
import { linkTo, readLocation } from "./location";
import { readPaste } from "./paste";
import { visible } from "../rows/marked";
import { type Theme, nextTheme, storeTheme, storedTheme } from "./theme";

/** Where the page is: at its entrance, looking through a dropped folder, or reading. */
type Stage =
  | { readonly kind: "landing"; readonly failure: Failure | undefined }
  | { readonly kind: "looking"; readonly files: number }
  | { readonly kind: "session" };

interface Titled {
  readonly title: string;
}

/** The page around the viewer. Its styles are page.css. */
export class AppElement extends LitElement {
  static override properties: PropertyDeclarations = {
    stage: { state: true },
    over: { state: true },
    theme: { state: true },
  };
  declare private stage: Stage;
  declare private over: boolean;
  declare private theme: Theme;

  #leave: ReturnType<typeof setTimeout> | undefined;
  #drops = 0;
  #src = ""; // where the session came from, "" for files
  #at = ""; // the record that the address leads to, until it is on the screen
  #loaded = false;

  constructor() {
    super();
    this.stage = { kind: "landing", failure: undefined };
    this.over = false;
    this.theme = storedTheme();
  }

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren(); // what stood here for a browser without scripts
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("dragenter", this.#onDrag);
    window.addEventListener("dragover", this.#onDrag);
    window.addEventListener("dragleave", this.#onLeave);
    window.addEventListener("drop", this.#onDrop);
    window.addEventListener("paste", this.#onPaste);
    window.addEventListener("hashchange", this.#onHash);
    this.#onHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("dragenter", this.#onDrag);
    window.removeEventListener("dragover", this.#onDrag);
    window.removeEventListener("dragleave", this.#onLeave);
    window.removeEventListener("drop", this.#onDrop);
    window.removeEventListener("paste", this.#onPaste);
    window.removeEventListener("hashchange", this.#onHash);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("theme")) document.documentElement.dataset["theme"] = this.theme;
  }

  protected override firstUpdated(): void {
    this.#viewer()?.prepare();
    if (this.stage.kind !== "landing") return;
    const idle = window.requestIdleCallback ?? setTimeout;
    idle(() => void import("../element/rehearsal").then(({ rehearse }) => rehearse(), () => undefined));
  }

  #viewer(): UnspoolSession | null {
    return this.querySelector("unspool-session");
  }

  #open(sources: readonly Source[]): void {
    const viewer = this.#viewer();
    if (viewer === null) return;
    if (sources.length === 0) {
      this.#refuse({ code: "no-sessions", detail: "", path: "" });
      return;
    }
    this.stage = { kind: "session" };
    this.#src = "";
    this.#loaded = false;
    viewer
      .load(sources)
      .then(() => viewer.focus({ preventScroll: true }))
      .catch(() => undefined); // told by the event
  }

  #openAddress(address: string): void {
    const viewer = this.#viewer();
    if (viewer === null) return;
    this.stage = { kind: "session" };
    this.#src = address;
    this.#loaded = false;
    viewer.src = "";
    viewer.src = address;
  }

  /** Bad input leads back to the entrance, where something else can be tried. */
  #refuse(failure: Failure): void {
    this.#viewer()?.dispose();
    this.#viewer()?.prepare();
    this.stage = { kind: "landing", failure };
  }

  readonly #onError = (event: CustomEvent<Failure>): void => {
    const failure = event.detail;
    if (!isFailure(failure)) return;
    // What may work another time stays where it can be tried again.
    if (failure.code === "crashed" || failure.code === "worker" || this.#viewer()?.reading === true) return;
    this.#refuse(failure);
  };

  readonly #onReady = (event: CustomEvent<{ readonly sessions: readonly Titled[] }>): void => {
    if (document.activeElement === document.body) this.#viewer()?.focus({ preventScroll: true });
    const [first, second] = event.detail.sessions;
    if (second === undefined) this.#entitle(first);
    this.#loaded = true;
    void this.#toRecord();
  };

  readonly #onShow = (event: CustomEvent<{ readonly session: Titled | undefined }>): void => {
    this.#entitle(event.detail.session);
    void this.#toRecord();
  };

  /** To the record that the address names, once a session is shown that has it. */
  async #toRecord(): Promise<void> {
    const at = this.#at;
    if (at === "" || !this.#loaded || (await this.#viewer()?.goTo(at)) !== true) return;
    if (this.#at === at) this.#at = "";
  }

  readonly #linkTo = (uuid: string): string => linkTo(uuid, this.#src, location.href);

  #entitle(session: Titled | undefined): void {
    document.title = session === undefined || session.title === "" ? words.name : `${visible(session.title.slice(0, 80))} · ${words.name}`;
  }

  readonly #onHash = (): void => {
    const wish = readLocation(location.hash, document.baseURI);
    if (wish === undefined) return;
    void this.updateComplete.then(() => {
      if (wish.kind !== "refuse") this.#at = wish.at;
      if (wish.kind === "open" && (wish.src !== this.#src || this.stage.kind !== "session")) this.#openAddress(wish.src);
      else if (wish.kind !== "refuse") void this.#toRecord();
      else this.#refuse({ code: "address", detail: words.otherHost, path: wish.src.slice(0, 200) });
    });
  };

  readonly #onDrag = (event: DragEvent): void => {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
    clearTimeout(this.#leave);
    this.over = true;
  };

  readonly #onLeave = (): void => {
    // Leaving one element for another looks the same as leaving the window.
    clearTimeout(this.#leave);
    this.#leave = setTimeout(() => (this.over = false), 80);
  };

  // While something is dragged no pointer moves: it went away unheard.
  readonly #onPointer = (): void => {
    this.over = false;
  };

  readonly #onDrop = (event: DragEvent): void => {
    clearTimeout(this.#leave);
    this.over = false;
    const data = event.dataTransfer;
    if (data === null || !holdsFiles(data)) return;
    event.preventDefault();
    const drop = ++this.#drops;
    const before = this.stage;
    const read = readDrop(data, (files) => {
      // A single file is opened before a word about it could be read.
      if (drop === this.#drops && files % 50 === 0) this.stage = { kind: "looking", files };
    });
    read.then(
      (sources) => {
        if (drop === this.#drops) this.#open(sources);
      },
      (error: unknown) => {
        if (drop !== this.#drops) return;
        this.stage = before;
        this.#refuse(toFailure(error, "unreadable"));
      },
    );
  };

  readonly #onPaste = (event: ClipboardEvent): void => {
    if (event.composedPath()[0] instanceof HTMLInputElement) return;
    const sources = readPaste(event.clipboardData);
    if (sources.length === 0) return;
    event.preventDefault();
    this.#drops++;
    this.#open(sources);
  };

  readonly #onPick = (event: Event): void => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement) || input.files === null) return;
    const sources = [...input.files].map(fromFile);
    input.value = ""; // the same file can be chosen again
    this.#drops++;
    if (sources.length > 0) this.#open(sources);
  };

  readonly #home = (): void => {
    this.#drops++;
    this.#viewer()?.dispose();
    this.#viewer()?.prepare();
    document.title = words.name;
    this.#at = "";
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
    this.stage = { kind: "landing", failure: undefined };
  };

  readonly #turnTheme = (): void => {
    this.theme = nextTheme(this.theme);
    storeTheme(this.theme);
  };

  protected override render(): TemplateResult {
    const { stage } = this;
    const reading = stage.kind === "session";
    return html`
      <main class="landing" ?hidden=${reading}>${this.#landing(stage)}</main>
      <main class="reading" ?hidden=${!reading}>
        <h1 class="unseen">${words.name}</h1>
        <unspool-session
          theme=${this.theme}
          .linkTo=${this.#linkTo}
          @unspool-error=${this.#onError}
          @unspool-ready=${this.#onReady}
          @unspool-show=${this.#onShow}
        >
          <span slot="tools" class="tools">
            <button type="button" class="tool-button" aria-label=${words.landing.another} title=${words.landing.another} @click=${this.#home}>
              ${icon("folder")}
            </button>
            ${this.#themeButton()}
          </span>
        </unspool-session>
      </main>
      <div class="over" ?hidden=${!this.over} aria-hidden="true" @pointermove=${this.#onPointer}>
        <div><strong>${words.landing.drop}</strong><span>${words.landing.dropNote}</span></div>
      </div>
    `;
  }

  #themeButton(): TemplateResult {
    const said = words.theme[this.theme];
    return html`<button type="button" class="tool-button" aria-label=${said} title=${said} @click=${this.#turnTheme}>
      ${icon(this.theme)}
    </button>`;
  }

  #landing(stage: Stage): TemplateResult {
    const say = words.landing;
    return html`
      <header><span class="wordmark">${words.name}</span>${this.#themeButton()}</header>
      <section class="intro">
        <h1>${say.title}</h1>
        <p class="promise">${say.promise}</p>
        <div class="zone">
          ${stage.kind === "looking"
            ? html`<p role="status" class="looking">${say.looked(stage.files)}</p>`
            : html`<div class="choices">
                <label class="button primary">
                  <input type="file" multiple @change=${this.#onPick} />
                  <span>${say.file}</span>
                </label>
                <label class="button">
                  <input type="file" webkitdirectory @change=${this.#onPick} />
                  <span>${say.folder}</span>
                </label>
                <button type="button" class="button plain" @click=${() => this.#openAddress("sample/files.json")}>${say.sample}</button>
              </div>`}
          <p class="hint">${say.zone}</p>
        </div>
        ${stage.kind === "landing" && stage.failure !== undefined ? failureNote(stage.failure) : nothing}
        <p class="where">${say.where} <code>${say.wherePath}</code>. ${say.whereNote} ${say.paste}</p>
        <p class="private">${say.private}</p>
      </section>
    `;
  }
}

function failureNote(failure: Failure): TemplateResult {
  const { what, why, help } = trouble(failure);
  return html`<div class="failure" role="alert">
    ${icon("alert")}
    <div>
      <strong>${what}</strong>
      <p>${why} ${help}</p>
    </div>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-app": AppElement;
  }
}
