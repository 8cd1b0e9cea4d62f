import { type TemplateResult, html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { baseName, bytes } from "../../../session/format";
import { title } from "../../../session/header";
import { icon } from "../../../ui/icon";
import { copy } from "../../../content/copy";
import { fileName, saveAs } from "../../../base/save";
import type { ExportSource } from "../../../session/session-loader";
import { markInvisible, stripInvisible } from "../../../content/visible-text";
import { failure, isFailure, reason } from "../../../parser/failure";
import { isPrices } from "../../../parser/order";
import type { AgentChoice, FoundValue } from "../../../parser/model";
import { exporterAt } from "../../../parser/start-exporter";
import { encodeSessionLink } from "../../../session/link/session-link";
import { strings } from "./strings";
import { strings as appStrings } from "../strings";
import { strings as paletteStrings } from "../../../viewer/palette/strings";
import { strings as viewerStrings } from "../../../viewer/strings";
import { hashFor } from "../location";
import { contents, filesOf, sizeOf } from "./contents";
import { type ChoiceHandlers, conversationChoice, formatChoices, parsePrompts, partChoices } from "./choices";
import { type ConversationChoices, conversationChoicesOf } from "./conversation-choices";
import { type Check, findings } from "./findings";
import { OwnValues, patternProblem } from "./own-values";
import type { Part } from "./standalone-writer";
import { sendButton } from "./send-button";
import { shareStyles } from "./share-styles";
import {
  type ShareChoice,
  type ShareFormat,
  type ShareLevel,
  type SharePart,
  type Shared,
  ShareTask,
  fetchPage,
  isText,
  isZip,
  makePage,
  partsOf,
  sentence,
  shortTitle,
  withoutPunctuation,
} from "./share-task";
import { DialogElement, dialogPanel } from "../../../ui/dialog";
import { reportUnlessShown } from "../../../parser/parser-loss";

const MAX_COPIED = 4 << 20; // bytes that are offered to be copied
const PREVIEW = 2_000; // characters

/** The state of what is shared. It is made while the user looks at the dialog, so its size is known before. */
type Making =
  | { readonly kind: "waiting" }
  | { readonly kind: "packing"; readonly done: number }
  /** `text` is what can be copied; it is read before, since browsers only copy right after a click. */
  | { readonly kind: "ready"; readonly shared: Shared; readonly preview: string; readonly text: string | undefined }
  | { readonly kind: "failed"; readonly why: string };

/**
 * Asks what to share, and saves it. `source` returns the page that files are put into; without it, the page is fetched.
 * `link` opens the session for others, if it came from an address. If `prompt` is not 0, it is chosen as Markdown.
 */
export function share(
  exportSource: ExportSource,
  source: (() => Promise<string>) | undefined,
  link: string | undefined,
  prompt: number,
): void {
  if (customElements.get("unspool-share") === undefined) customElements.define("unspool-share", ShareElement);
  if (document.querySelector("unspool-share") !== null) return;
  const dialog = new ShareElement(exportSource, source ?? fetchPage, link);
  if (prompt > 0) dialog.choosePrompt(prompt);
  document.body.append(dialog);
}

class ShareElement extends DialogElement {
  @state() private all!: boolean; // all sessions, not only the one on the screen
  @state() format: ShareFormat = "page";
  @state() level: ShareLevel = "tools";
  @state() prompts = "";
  @state() without: ReadonlySet<SharePart> = new Set();
  @state() agent: AgentChoice | undefined;
  @state() private conversations: ConversationChoices | undefined; // until they are known
  @state() private ignored: ReadonlySet<string> = new Set();
  @state() private check!: Check;
  @state() private files: readonly Part[] = []; // that are read
  @state() private included: readonly Part[] = []; // in the page
  @state() private message = ""; // that something was copied, in words
  @state() private making: Making = { kind: "waiting" };

  readonly #exportSource: ExportSource;
  readonly #source: () => Promise<string>;
  readonly #link: string | undefined;
  readonly #task: ShareTask;
  #abort = new AbortController(); // of what is being made
  #scanAbort = new AbortController();
  readonly #own = new OwnValues(
    () => this.#stopAll(),
    () => void this.#scan(),
  );

  constructor(exportSource: ExportSource, source: () => Promise<string>, link: string | undefined) {
    super();
    this.#exportSource = exportSource;
    this.#source = source;
    this.#link = link;
    this.#task = new ShareTask(exportSource, exporterAt(""));
    this.all = exportSource.shown === undefined;
    this.check = { kind: "off", why: this.all ? strings.manyNotChecked : strings.noCheck };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#task.canExport) {
      void this.#scan();
      void conversationChoicesOf(this.#exportSource).then((found) => (this.conversations = found), reportUnlessShown);
    } else void this.#make();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#own.stop();
    this.#stopAll();
    this.#task.close();
  }

  /** Chooses one prompt as Markdown, with everything that follows it. */
  choosePrompt(prompt: number): void {
    this.format = "markdown";
    this.level = "all";
    this.prompts = String(prompt);
  }

  /** Stops the check and what is being made: nothing can be saved until both are done again. */
  #stopAll(): void {
    this.#abort.abort();
    this.#scanAbort.abort();
    this.making = { kind: "waiting" };
  }

  /** The title of the page: that of the session, the task of an agent, or that of the folder for all sessions. */
  get #title(): string {
    const { agent } = this;
    if (agent !== undefined && !this.all) return stripInvisible(agent.task || agent.name);
    if (this.#exportSource.shown !== undefined && !this.all) return stripInvisible(title(this.#exportSource.shown));
    const [folder, inside] = (this.files[0]?.path ?? "").split("/", 2);
    return folder !== undefined && inside !== undefined
      ? stripInvisible(folder)
      : strings.all(this.#exportSource.sessions.length);
  }

  get #choice(): ShareChoice {
    const prompts = this.prompts.trim() === "" ? undefined : parsePrompts(this.prompts);
    const { format, level, ignored, agent } = this;
    const without = new Set(this.without);
    if (agent !== undefined) without.delete("branches"); // an agent has none
    return { format, level, agent, prompts, without, ignored };
  }

  /** Whether the session is shared with changes: otherwise its files are shared as they are. */
  get #isChanged(): boolean {
    const { check, ignored } = this;
    const replaces = check.kind === "found" && check.values.some(({ value }) => !ignored.has(value));
    return replaces || this.prompts.trim() !== "" || this.without.size > 0 || this.agent !== undefined;
  }

  async #scan(): Promise<void> {
    this.#stopAll();
    this.#scanAbort = new AbortController();
    const { signal } = this.#scanAbort;
    this.check = { kind: "checking", done: 0, total: 0 };
    try {
      this.files = await filesOf(this.#exportSource, false);
      const total = sizeOf(this.files);
      const values = await this.#task.scan(this.#own, signal, (done) => {
        if (!signal.aborted) this.check = { kind: "checking", done: Math.min(done, total), total };
      });
      if (signal.aborted) return;
      this.check = { kind: "found", values };
      await this.#make();
    } catch (error) {
      if (signal.aborted) return;
      reportUnlessShown(error);
      if (isFailure(error) && error.code === "options") {
        this.check = { kind: "invalid", why: patternProblem(error.detail) };
        return;
      }
      this.check = { kind: "failed", why: reason(error) };
      this.making = { kind: "failed", why: reason(error) };
    }
  }

  async #make(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.message = "";
    this.making = { kind: "packing", done: 0 };
    try {
      this.files = await filesOf(this.#exportSource, this.all);
      signal.throwIfAborted();
      const shared = await this.#made(signal);
      const preview = isText(this.format) && !isZip(shared) ? await shared.blob.slice(0, 4 * PREVIEW).text() : "";
      const isCopied = isText(this.format) && shared.blob.size <= MAX_COPIED && !isZip(shared);
      const text = isCopied ? await shared.blob.text() : undefined;
      if (!signal.aborted) this.making = { kind: "ready", shared, preview: preview.slice(0, PREVIEW), text };
    } catch (error) {
      if (signal.aborted) return;
      reportUnlessShown(error);
      this.making = { kind: "failed", why: sentence(reason(error)) };
    }
  }

  async #made(signal: AbortSignal): Promise<Shared> {
    const choice = this.#choice;
    const { format } = choice;
    if (this.prompts.trim() !== "" && choice.prompts === undefined) throw failure("options", strings.invalidPrompts);
    if (format === "page") return this.#page(choice, signal);
    if (format !== "link") return this.#task.export({ ...choice, format }, this.#title, signal);
    const { files } = await this.#task.transcript(choice, this.#title, signal);
    const [main] = files;
    const src = main && (await encodeSessionLink(main.blob));
    if (src === undefined) throw failure("too-large", strings.tooLongForLink);
    const link = new URL(hashFor(src), location.href).href;
    return { name: "", blob: new Blob([link]), link };
  }

  async #page(choice: ShareChoice, signal: AbortSignal): Promise<Shared> {
    let parts = this.files;
    let name = shortTitle(this.#title);
    if (!this.all && this.#isChanged) {
      const made = await this.#task.transcript(choice, this.#title, signal);
      name = made.name;
      parts = [...partsOf(made.files), ...parts.filter(isPrices)];
    }
    this.included = parts;
    const onProgress = (done: number): void => {
      if (!signal.aborted) this.making = { kind: "packing", done };
    };
    const at = this.all ? "" : this.#exportSource.at;
    const blob = await makePage(parts, `${name} · ${appStrings.name}`, { page: this.#source, at, signal, onProgress });
    return { name: fileName(withoutPunctuation(name), /\.html$/i, "html"), blob };
  }

  readonly #chooseExtent = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.all = event.target.value === "all";
    if (!this.all && this.#task.canExport) void this.#scan();
    else {
      this.#scanAbort.abort();
      this.format = "page";
      this.check = { kind: "off", why: strings.manyNotChecked };
      void this.#make();
    }
  };

  /** Makes it again with what is chosen, unless the check does so at its end, or has failed. */
  #chosen(): void {
    if (this.check.kind === "off" || this.check.kind === "found") void this.#make();
  }

  readonly #choices: ChoiceHandlers = {
    onFormat: (format) => {
      this.format = format;
      this.#chosen();
    },
    onLevel: (level) => {
      this.level = level;
      this.#chosen();
    },
    onPart: (part, isOut) => {
      const without = new Set(this.without);
      if (isOut) without.add(part);
      else without.delete(part);
      this.without = without;
      this.#chosen();
    },
    onAgent: (agent) => {
      this.agent = agent;
      this.prompts = ""; // other prompts have these numbers there
      this.#chosen();
    },
    onPrompts: (prompts) => {
      this.prompts = prompts;
      this.#chosen();
    },
  };

  #ignore(values: readonly FoundValue[], ignore: boolean): void {
    const ignored = new Set(this.ignored);
    for (const { value } of values) {
      if (ignore) ignored.add(value);
      else ignored.delete(value);
    }
    this.ignored = ignored;
    this.#chosen();
  }

  readonly #save = async (event: Event): Promise<void> => {
    if (this.making.kind !== "ready") return;
    const { name, blob, link } = this.making.shared;
    if (link !== undefined) return this.#copy(link, event);
    try {
      saveAs(name, blob);
      this.close();
    } catch (error) {
      reportUnlessShown(error);
      this.making = { kind: "failed", why: reason(error) };
    }
  };

  async #copy(text: string, event: Event): Promise<void> {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    this.message = (await copy(text, event.currentTarget)) ? strings.copied : paletteStrings.notCopied;
  }

  protected override render(): TemplateResult {
    const isOne = !this.all && this.#task.canExport;
    const { agents, hasBranches } = this.conversations ?? { agents: [], hasBranches: false };
    return html`<dialog aria-labelledby="dialog-title">
      ${dialogPanel(
        strings.title,
        html`${this.#linkLine()} ${isOne ? formatChoices(this, this.#choices) : nothing} ${this.#extent()}
        ${isOne ? conversationChoice(this, agents, this.#choices) : nothing}
        ${isOne ? partChoices(this, hasBranches && this.agent === undefined, this.#choices) : nothing}
        ${this.#checkSection()} ${this.#contents()} ${this.#footer()}`,
      )}
    </dialog>`;
  }

  #linkLine(): TemplateResult | typeof nothing {
    const link = this.#link;
    if (link === undefined) return nothing;
    const copyLink = async (event: Event): Promise<void> => {
      if (!(event.currentTarget instanceof HTMLElement)) return;
      const { linkCopied, notCopied } = paletteStrings;
      this.message = (await copy(link, event.currentTarget)) ? linkCopied : notCopied;
    };
    return html`<div class="link">
      <p>${strings.link}</p>
      <button type="button" class="button" @click=${copyLink}>${strings.copyLink}</button>
    </div>`;
  }

  #extent(): TemplateResult | typeof nothing {
    const { shown, sessions } = this.#exportSource;
    if (shown === undefined || sessions.length < 2) return nothing;
    return html`<fieldset class="line" @change=${this.#chooseExtent}>
      <legend class="unseen">${strings.extent}</legend>
      <label><input type="radio" name="extent" value="one" .checked=${!this.all} /> ${strings.one}</label>
      <label
        ><input type="radio" name="extent" value="all" .checked=${this.all} /> ${strings.all(sessions.length)}</label
      >
    </fieldset>`;
  }

  #checkSection(): TemplateResult {
    const { check } = this;
    if (check.kind === "off") return this.#warning(strings.warning, html`${check.why} ${strings.private}`);
    return html`<section aria-labelledby="check">
      <h3 id="check">${strings.check}</h3>
      ${this.#checkState(check)} ${this.#own.render(check.kind === "invalid" ? check.why : undefined)}
    </section>`;
  }

  #checkState(check: Exclude<Check, { kind: "off" }>): TemplateResult | typeof nothing {
    switch (check.kind) {
      case "invalid":
        return nothing;
      case "checking":
        return html`<p role="status">${strings.checking(viewerStrings.of(bytes(check.done), bytes(check.total)))}</p>`;
      case "failed":
        return html`<p role="status"><strong>${strings.failed}</strong> ${markInvisible(check.why)}</p>`;
      case "found": {
        const { values } = check;
        const ignored = values.filter(({ value }) => this.ignored.has(value)).length;
        const onIgnore = (some: readonly FoundValue[], ignore: boolean): void => this.#ignore(some, ignore);
        return html`<p role="status">
            ${values.length === 0 ? strings.nothingFound : strings.found(values.length, ignored)}
          </p>
          ${values.length === 0 ? nothing : findings(values, { ignored: this.ignored, onIgnore })}
          ${this.#warning(strings.warning, values.length === 0 || ignored > 0 ? strings.private : strings.rules)}`;
      }
    }
  }

  #warning(heading: string, text: unknown): TemplateResult {
    return html`<div class="warning">
      ${icon("alert")}
      <p><strong>${heading}</strong> ${text}</p>
    </div>`;
  }

  #contents(): TemplateResult | typeof nothing {
    const { making } = this;
    if (this.format === "page")
      return html`<p class="contents">${strings.contents}</p>
        ${contents(this.included)}`;
    if (making.kind !== "ready" || making.preview === "") return nothing;
    return html`<details class="names">
      <summary>${strings.preview}</summary>
      <pre tabindex="0">${markInvisible(making.preview)}</pre>
    </details>`;
  }

  #footer(): TemplateResult {
    const { making } = this;
    const shared = making.kind === "ready" ? making.shared : undefined;
    const text = making.kind === "ready" && this.format !== "link" ? making.text : undefined;
    return html`<footer>
      <p role="status">${this.message === "" ? this.#state() : this.message}</p>
      ${
        text === undefined
          ? nothing
          : html`<button type="button" class="button" @click=${(event: Event) => this.#copy(text, event)}>
              ${strings.copy}
            </button>`
      }
      ${shared === undefined ? nothing : sendButton(shared, (why) => (this.message = why))}
      <button type="button" class="primary" autofocus aria-disabled=${shared === undefined} @click=${this.#save}>
        ${strings.save[this.format]}
      </button>
    </footer>`;
  }

  #state(): unknown {
    const { making } = this;
    switch (making.kind) {
      case "waiting":
        return nothing;
      case "packing":
        return this.format === "page"
          ? strings.packing(viewerStrings.of(bytes(making.done), bytes(sizeOf(this.included))))
          : strings.making;
      case "ready": {
        const { name, blob } = making.shared;
        return html`<bdi>${baseName(name)}</bdi>${name === "" ? "" : ", "}${bytes(blob.size)}`;
      }
      case "failed":
        return html`<strong>${strings.failed}</strong> ${markInvisible(making.why)}`;
    }
  }

  static override styles = [...super.styles, ...shareStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-share": ShareElement;
  }
}
