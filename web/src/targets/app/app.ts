import { LitElement, type PropertyValues, type TemplateResult, html } from "lit";
import { state } from "lit/decorators.js";
import { otherPageLink, landingFailure } from "../../viewer/failure-view";
import type { ViewerElement } from "../../viewer/viewer-element";
import { onIdle } from "../../base/schedule";
import { isFailure, isUnreadable } from "../../parser/failure";
import { isPrices } from "../../parser/order";
import type { SessionInfo } from "../../parser/model";
import type { Failure, Source } from "../../parser/protocol";
import { onCopied } from "./copied";
import { failureNotice } from "../../session/failure-text";
import { strings as sessionStrings } from "../../session/strings";
import { strings } from "./strings";
import type { Handles } from "../../session/sources/file-handles";
import type { PageActions, Theme } from "../../viewer/page";
import { FileDrop, handlesOf, hasHandle, readDrop } from "./drop";
import type { RemoteConsent } from "./remote-consent";
import { entrance, landingHeader, shareButton, toolButton } from "./landing";
import { sourceIn } from "../../session/view-location";
import { hashFor, hashForAddress, linkTo, readLocation } from "./location";
import { readPaste } from "./paste";
import { type Scanned, pick, unpackScanned } from "./pick";
import type { Showcase } from "./showcase/showcase";
import { type Stage, choices, scanning } from "./stage";
import { nextTheme, storeTheme, storedTheme } from "./theme";
import { type FoundSources, type ScanOptions, fromInput } from "../../session/sources/directory-walker";
import { reportUnlessNotLoaded, settled } from "../../base/report-error";
import { reportedFailure } from "../../parser/parser-loss";
import { notLoaded } from "../../session/not-loaded";
import { ErrorLine } from "../../viewer/error-line";

const SAMPLE = "sample/files.json";

/** The page around the viewer. Its styles are in page.css. */
export class AppElement extends LitElement implements PageActions {
  @state() private stage: Stage = { kind: "landing", failure: undefined };
  @state() theme: Theme = storedTheme();
  @state() private remoteConsent: RemoteConsent | undefined;
  @state() private showcase: Showcase | undefined;
  /** Opens files again that could not be read. */
  @state() private retry: { readonly why: unknown; readonly open: () => void } | undefined;
  @state() private mayPreview = false; // the code and the parser of the first session are ready
  readonly #errorLine = new ErrorLine(this, () => this.stage.kind !== "session");

  #listening = new AbortController();
  readonly #drop = new FileDrop(this, (data) => this.#onDrop(data));
  #scanning = new AbortController();
  #src = ""; // the source of the session, "" for files

  /** Returns the source of a standalone page, which cannot fetch it. */
  protected readonly source: (() => Promise<string>) | undefined = undefined;

  /** Whether the page has a sample session, which a standalone page cannot fetch. */
  protected readonly hasShowcase: boolean = false;

  /** Loads what shows the product on the landing page, if the page has a sample session. */
  protected async loadShowcase(): Promise<Showcase | undefined> {
    return undefined;
  }

  /** Loads the code that asks the user before a page reads from other hosts, if the page may do that at all. */
  protected async loadRemoteConsent(): Promise<RemoteConsent | undefined> {
    return undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren(); // the content for browsers without scripts
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#listening = new AbortController());
    addEventListener("paste", this.#onPaste, { signal });
    addEventListener("hashchange", this.#onHash, { signal });
    void this.loadRemoteConsent().then(
      (remoteConsent) => {
        this.remoteConsent = remoteConsent;
        this.#onHash();
      },
      (error: unknown) => {
        reportUnlessNotLoaded(error);
        this.#showFailure({ code: "address", detail: sessionStrings.notLoaded, path: "" });
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("theme")) return;
    document.documentElement.dataset.theme = this.theme;
    storeTheme(this.theme);
  }

  protected override firstUpdated(): void {
    const prepared = this.#viewer()?.prepare();
    if (this.stage.kind !== "landing") return;
    void this.#loadShowcase();
    // Code for later use must not compete with the parser for the network.
    void prepared?.then(() => onIdle(() => void this.#warmUp()));
  }

  async #loadShowcase(): Promise<void> {
    this.showcase ??= await this.loadShowcase().catch(reportUnlessNotLoaded);
  }

  async #warmUp(): Promise<void> {
    const code = await import("../../viewer/conversation-code").catch(reportUnlessNotLoaded);
    await code?.warmUp();
    this.mayPreview = code !== undefined;
  }

  #viewer(): ViewerElement | null {
    return this.querySelector("unspool-session");
  }

  /** Opens embedded files, at the record that was current when they were saved. */
  protected async openEmbedded(
    embedded: Promise<{ readonly sources: readonly Source[]; readonly at: string }>,
  ): Promise<void> {
    await this.updateComplete;
    try {
      const { sources, at } = await embedded;
      // The page's own fragment takes precedence.
      if (location.hash === "" && at !== "") location.replace(linkTo(at, "", "", location.href));
      await this.#open(sources);
    } catch (error) {
      this.#showFailure(reportedFailure(error, "unreadable"));
    }
  }

  /** Finds the files of a drop. The page without a server reads folders by their handles. */
  protected scanDrop(data: DataTransfer, options: ScanOptions): Promise<FoundSources> {
    return readDrop(data, options);
  }

  /** Cancels the pending scan, and the check of the files that it found. */
  #cancelScan(): AbortSignal {
    this.#scanning.abort();
    this.#scanning = new AbortController();
    return this.#scanning.signal;
  }

  /** Finds dropped, chosen or pasted files, and opens them. If some are left out, the user is told why before. */
  async #scan(read: (options: ScanOptions) => Promise<Scanned | undefined>): Promise<void> {
    const signal = this.#cancelScan();
    const previous = "previous" in this.stage ? this.stage.previous : this.stage;
    const onProgress = (note: string): void => {
      this.stage = { kind: "looking", note, sources: [], previous };
    };
    try {
      const { found, handles } = await unpackScanned(await read({ signal, onProgress }), { signal, onProgress });
      if (signal.aborted || found === undefined) return;
      const { note, sources } = found;
      if (note === undefined) await this.#open(sources, handles);
      else this.stage = { kind: "looking", note, sources, handles, previous };
    } catch (error) {
      if (signal.aborted) return;
      this.stage = previous;
      const why = reportedFailure(error, "unreadable");
      // The current session stays open.
      if (previous.kind === "session") this.#viewer()?.announce(sessionStrings.failedBody(why.detail));
      else this.#showFailure(why);
    }
  }

  /** Opens files. If they contain no session, an open one stays, and one that is being opened. */
  async #open(sources: readonly Source[], handles?: Handles): Promise<void> {
    const viewer = this.#viewer();
    if (viewer === null) return;
    if (viewer.loader.hasContent || viewer.busy) {
      const { signal } = this.#scanning;
      const why = await viewer.loader.refusal(sources);
      if (signal.aborted) return;
      if (why !== undefined) {
        this.stage = { kind: "session" };
        viewer.announce(failureNotice(why));
        return;
      }
    } else if (sources.length === 0) {
      this.#showFailure({ code: "no-sessions", detail: "", path: "" });
      return;
    }
    this.stage = { kind: "session" };
    // The page's address must not name another session than the one on the screen.
    if (this.#src !== "" || sourceIn(location.hash) !== "") this.#leaveSource();
    const current = sources.every(isPrices) ? "unchanged" : handles;
    const reading = viewer.read(sources, current);
    void settled(reading).then((read = viewer.loader.hasContent) => {
      if (read) viewer.follow(current);
    });
    reading.catch(async (why: unknown) => {
      if (isFailure(why) && isUnreadable(why) && (await hasHandle(handles)))
        this.retry = { why, open: () => void this.#open(sources, handles) };
    });
  }

  #openUrl(url: string, asked = false): void {
    const viewer = this.#viewer();
    if (viewer === null) return;
    this.#cancelScan();
    this.stage = { kind: "session" };
    this.#src = url;
    if (this.remoteConsent !== undefined) viewer.fileFetcher = this.remoteConsent.fileFetcher(asked);
    viewer.src = "";
    viewer.src = url;
  }

  /** Returns to the landing page after a failure, to let the user try something else. */
  #showFailure(failure: Failure): void {
    this.#setStage({ kind: "landing", failure });
  }

  /** Closes the current session. */
  #setStage(stage: Stage): void {
    const viewer = this.#viewer();
    viewer?.dispose();
    void viewer?.prepare();
    document.title = strings.name;
    this.stage = stage;
    void this.#loadShowcase();
  }

  readonly #onError = (event: CustomEvent<Failure>): void => {
    const failure = event.detail;
    if (!isFailure(failure)) return;
    // Failures that may go away stay where the user can try again.
    if (failure.code === "crashed" || failure.code === "worker" || this.#viewer()?.loader.hasContent === true) return;
    if (failure.code === "moved" && this.remoteConsent !== undefined)
      this.#setStage({ kind: "asking", src: this.#src, moved: failure });
    else this.#showFailure(failure);
  };

  /** Gives the focus to what is shown, unless it is already inside the page. */
  #giveFocus(): void {
    if (document.activeElement === document.body) this.#viewer()?.focus({ preventScroll: true });
  }

  readonly #onReady = (event: CustomEvent<{ readonly sessions: readonly SessionInfo[] }>): void => {
    this.#giveFocus();
    const [first, second] = event.detail.sessions;
    if (second === undefined) document.title = strings.pageTitle(first);
  };

  readonly #onShow = (event: CustomEvent<{ readonly session: SessionInfo | undefined }>): void => {
    this.#giveFocus();
    document.title = strings.pageTitle(event.detail.session);
  };

  readonly #linkTo = (at: string, session: string): string => linkTo(at, session, this.#src, location.href);

  readonly #onHash = (): void => {
    const destination = readLocation(location.hash, document.baseURI, this.source === undefined);
    if (destination === undefined) {
      if (this.stage.kind === "asking" || this.#src !== "") this.openLanding(); // the user went back
      return;
    }
    void this.updateComplete.then(() => {
      if (destination.kind === "refuse") {
        this.#showFailure({ code: "address", detail: destination.why, path: destination.src.slice(0, 200) });
        return;
      }
      // url-sync.ts handles this.
      if (destination.kind === "at" || (destination.src === this.#src && this.stage.kind === "session")) return;
      if (destination.kind === "open") this.#openUrl(destination.src);
      else {
        this.#cancelScan();
        this.#setStage({ kind: "asking", src: destination.src, moved: undefined });
      }
    });
  };

  /** Opens an address and puts it in the page's own address, so that the page can be shared. */
  readonly #go = (url: string): void => {
    const hash = hashForAddress(url);
    if (location.hash === hash) this.#onHash();
    else location.hash = hash;
  };

  #onDrop(data: DataTransfer): void {
    const handles = handlesOf(data);
    void this.#scan(async (options) => ({ found: await this.scanDrop(data, options), handles }));
  }

  readonly #onPaste = (event: ClipboardEvent): void => {
    if (event.composedPath()[0] instanceof HTMLInputElement) return;
    const pasted = readPaste(event.clipboardData);
    if (pasted === undefined) return;
    event.preventDefault();
    this.#cancelScan();
    if ("url" in pasted) this.#go(pasted.url);
    else void this.#scan(() => Promise.resolve({ found: pasted }));
  };

  /** If the browser has pickers that return handles, they replace those of the inputs. */
  readonly #onChoose = (event: Event): void => {
    if (window.showOpenFilePicker === undefined) return;
    event.preventDefault();
    const { target } = event;
    void this.#scan((options) => pick(target, options));
  };

  readonly #onPick = (event: Event): void => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement) || input.files === null) return;
    const files = [...input.files];
    input.value = ""; // the same file can be chosen again
    if (files.length > 0) void this.#scan(async (options) => ({ found: fromInput(files, options) }));
  };

  /** Opens the Share dialog, for all prompts unless the number of one is given. */
  readonly save = async (prompt = 0): Promise<void> => {
    const viewer = this.#viewer();
    const exportSource = viewer?.exportSource;
    if (exportSource === undefined) {
      viewer?.announce(strings.saveNotYet);
      return;
    }
    const code = await import("./dialogs").catch((error: unknown) => viewer && notLoaded(viewer, error));
    code?.share(exportSource, this.source, this.#src === "" ? undefined : location.href, prompt);
  };

  readonly about = async (): Promise<void> => {
    try {
      const { showAbout } = await import("./dialogs");
      showAbout(this.source !== undefined);
    } catch (error) {
      reportUnlessNotLoaded(error);
      if (this.stage.kind === "session") this.#viewer()?.announce(sessionStrings.notLoaded);
      else this.#showFailure({ code: "address", detail: sessionStrings.notLoaded, path: "" });
    }
  };

  #leaveSource(): void {
    this.#src = "";
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  }

  readonly openLanding = (): void => {
    this.#cancelScan();
    this.#leaveSource();
    this.#setStage({ kind: "landing", failure: undefined });
  };

  readonly #turnTheme = (): void => {
    this.theme = nextTheme(this.theme);
  };

  protected override updated(changed: PropertyValues): void {
    if (changed.has("stage") && this.stage.kind === "asking")
      this.querySelector<HTMLElement>(".asking [data-first]")?.focus();
  }

  protected override render(): TemplateResult {
    const { stage } = this;
    const hasSession = stage.kind === "session";
    return html`
      <main class="landing" ?hidden=${hasSession}>${this.#landing(stage)}</main>
      <main class="session" ?hidden=${!hasSession}>
        <h1 class="unseen">${strings.name}</h1>
        <unspool-session
          theme=${this.theme}
          .linkTo=${this.#linkTo}
          @unspool-error=${this.#onError}
          @unspool-ready=${this.#onReady}
          @unspool-show=${this.#onShow}
          @unspool-copied=${onCopied(this.save)}
        >
          <span slot="tools" class="tools">
            ${toolButton("folder", strings.another, this.openLanding)} ${shareButton(() => void this.save())}
            ${this.#themeButton()}
          </span>
        </unspool-session>
      </main>
      ${this.#drop.render()}
    `;
  }

  #themeButton(): TemplateResult {
    return toolButton(this.theme, strings.theme[this.theme], this.#turnTheme);
  }

  /** Renders the last line of the landing page. */
  protected footer(): TemplateResult {
    return html`<a href="unspool.html" download>${strings.download}</a>`;
  }

  #landing(stage: Stage): TemplateResult {
    return html`
      ${landingHeader(() => void this.about(), this.#themeButton())}
      ${
        stage.kind === "asking" && this.remoteConsent !== undefined
          ? this.remoteConsent.question({
              ...stage,
              agree: (url) => this.#openUrl(url, true),
              decline: this.openLanding,
            })
          : this.#entrance(stage)
      }
      ${this.#errorLine.render("button")}
    `;
  }

  readonly #openSample = (): void => this.#openUrl(SAMPLE);

  /** Renders what the page says below its title. */
  #message(stage: Stage): TemplateResult {
    if (stage.kind === "asking") return otherPageLink(stage.src, `view.html${hashFor(stage.src)}`);
    if (stage.kind === "landing" && stage.failure !== undefined) {
      const again = this.retry?.why === stage.failure ? this.retry.open : undefined;
      return landingFailure(stage.failure, this.#src === "" ? again : () => this.#openUrl(this.#src, true));
    }
    return html`<p class="promise">${/[#&]at=./.test(location.hash) ? strings.leads : strings.promise}</p>`;
  }

  #entrance(stage: Stage): TemplateResult {
    const { hasShowcase, theme } = this;
    // Beside an open session it would only use memory.
    const showcase = stage.kind === "session" ? undefined : this.showcase;
    const isLive = this.mayPreview && stage.kind === "landing";
    return entrance({
      message: this.#message(stage),
      openSample: hasShowcase ? this.#openSample : undefined,
      zone:
        stage.kind === "looking"
          ? scanning(stage, {
              open: () =>
                void this.#scan(() => Promise.resolve({ found: { sources: stage.sources }, handles: stage.handles })),
              stop: () => (this.#cancelScan(), (this.stage = stage.previous)),
            })
          : choices({ choose: this.#onChoose, pick: this.#onPick, isPrimary: !hasShowcase }),
      field: this.remoteConsent?.field(this.#src, this.#go),
      footer: this.footer(),
      preview: showcase?.preview({ theme, sample: SAMPLE, isLive, open: this.#openSample }),
      tour: showcase?.tour(theme),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-app": AppElement;
  }
}
