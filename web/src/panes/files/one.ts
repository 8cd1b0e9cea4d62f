import { type PropertyValues, type TemplateResult, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { baseName, folder, isoTime } from "../../session/format";
import { icon } from "../../ui/icon";
import { renderStyles } from "../../content/styles";
import { body } from "../../rows/shared/body";
import { diffstat } from "../../rows/shared/diffstat";
import { line, lineStyles } from "../../rows/shared/line";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { moreStyles } from "../../rows/shared/shared-styles";
import { bodySheets } from "../../rows/parts/part";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { NetChange, Touch, TouchedFile } from "../../parser/model";
import { type DetachedContext, detachedContext } from "../detached-context";
import { gather } from "../../base/collect-pages";
import { toolButtonStyles } from "../../ui/common-styles";
import { Pane } from "../pane";
import { PaneLoader } from "../pane-loader";
import { isChanged } from "./listing";
import { ignoreParserLoss } from "../../parser/parser-loss";
import { baseStyles } from "../../ui/base-styles";

/** A file with at most this many changes has all of them open at first, otherwise none. */
const OPEN_AT_FIRST = 8;

/** The changes to one file: the net change, and every call that touched it. */
export class OneFile extends Pane {
  @property({ attribute: false }) file!: TouchedFile;
  @property({ attribute: false }) back!: () => void;
  #bodies: DetachedContext | undefined;
  #touches: readonly Touch[] = [];
  #total = -1; // of touches, -1 before it is known
  #read = 0; // share of the calls analyzed so far
  #net: NetChange | undefined;
  #toggled = new Set<string>(); // touches that the user opened or closed
  readonly #loader = new PaneLoader(this, (signal) => this.#load(signal));

  protected override sessionChanged(): void {
    this.#endBodies();
    this.#bodies = detachedContext(this.controller, () => this.requestUpdate());
    this.#loader.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endBodies();
  }

  #endBodies(): void {
    this.#bodies?.end();
    this.#bodies = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before: unknown = changed.get("file");
    const isOther = changed.has("file") && (!isFile(before) || before.path !== this.file.path);
    if (isOther || changed.has("controller")) {
      this.#touches = [];
      this.#total = -1;
      this.#net = undefined;
      this.#toggled = new Set();
    }
    super.willUpdate(changed);
    if (changed.has("file") && !changed.has("controller") && this.isConnected) this.#loader.load();
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { api, session } = this.controller;
    const { path } = this.file;
    if (!(await this.#gather(this.#touches.length, signal)) || !isChanged(this.file)) return;
    for (let from: number | null = 0; from !== null;) {
      const answer: NetChange = await api.query("netChange", { session, path, from });
      if (signal.aborted) return;
      from = answer.next;
      this.#net = answer;
    }
  }

  /** Loads at least so many touches, or all; returns false if another load replaced it. */
  async #gather(limit: number, signal: AbortSignal): Promise<boolean> {
    const { api, session } = this.controller;
    const { path } = this.file;
    let all = 0;
    const list = await gather(
      async (from) => {
        const { list, total, next, read, revision } = await api.query("fileOps", { session, path, from });
        if (signal.aborted) return undefined;
        all = total;
        this.#read = read;
        if (read < 1) this.requestUpdate();
        return { lines: list ?? [], next, revision };
      },
      0,
      Math.max(limit, 1),
    );
    if (list === undefined) return false;
    this.#touches = list;
    this.#total = all;
    this.requestUpdate();
    return true;
  }

  async #more(): Promise<void> {
    await ignoreParserLoss(this.#gather(this.#touches.length + 1, this.#loader.signal));
  }

  protected override render(): TemplateResult {
    const { file } = this;
    const name = baseName(file.name);
    const shown = file.inside ? file.name : folder(file.name);
    return html`<header>
        <button type="button" class="back" @click=${this.back}>${icon("back")} ${strings.back}</button>
        <h3 tabindex="-1">
          <bdi title=${stripInvisible(file.path)}
            ><span class="start">${markInvisible(shown.slice(0, -name.length))}</span>${markInvisible(name)}</bdi
          >
        </h3>
        <p class="note">${strings.done(file)}</p>
      </header>
      ${isChanged(file) ? this.#change() : nothing}
      <section class="touches">
        <h4>${strings.touches}</h4>
        ${
          this.#loader.failed
            ? html`<p class="note bad">${strings.unread}</p>`
            : this.#total < 0
              ? html`<p class="note" role="status">${strings.looking(this.#read)}</p>`
              : html`<ol>
                  ${this.#touches.map((touch) => html`<li>${this.#touch(touch)}</li>`)}
                </ol>`
        }
        ${
          this.#total > this.#touches.length
            ? html`<button type="button" class="quiet" @click=${() => void this.#more()}>
                ${strings.more(this.#total - this.#touches.length)}
              </button>`
            : nothing
        }
      </section>`;
  }

  /** Renders the change from the first known content to the last. */
  #change(): TemplateResult {
    const net = this.#net;
    const renderer = this.#bodies?.context.bodies();
    const context = this.#bodies?.context;
    const content = (): unknown => {
      if (net?.next !== null)
        return this.#loader.failed
          ? nothing
          : html`<p class="note" role="status">${strings.computing(net?.read ?? 0)}</p>`;
      if (renderer === undefined || context === undefined || renderer.state === "waiting")
        return html`<p class="note">${sessionStrings.reading}</p>`;
      if (renderer.state === "failed") return html`<p class="note bad">${sessionStrings.notLoaded}</p>`;
      const parts = net.parts ?? [];
      const gap = html`<p class="gap">${strings.gap}</p>`;
      const { value } = renderer;
      const row = `net:${this.file.path}:${this.file.edits + this.file.writes}`;
      const unknown = (net.notes ?? []).some(({ name }) => ["unplaced", "large", "before"].includes(name));
      return html`${parts.map((part, at) => html`${at > 0 ? gap : nothing}${value.part(part, { row, at }, context)}`)}
      ${
        parts.length === 0
          ? html`<p class="note">${net.new ? strings.emptyFile : unknown ? strings.noNet : strings.asBefore}</p>`
          : nothing
      }
      ${
        (net.notes ?? []).length === 0
          ? nothing
          : html`<ul class="notes">
              ${(net.notes ?? []).map(({ name, count }) => html`<li>${icon("info")} ${strings.notes(name, count)}</li>`)}
            </ul>`
      }`;
    };
    return html`<section class="net">
      <h4>${strings.net}</h4>
      ${content()}
    </section>`;
  }

  #touch(touch: Touch): TemplateResult {
    const changes = touch.kind !== "read";
    const done = touch.status === "ok" || touch.status === "background";
    const context = this.#bodies?.context;
    const begins = changes && done && this.file.edits + this.file.writes <= OPEN_AT_FIRST;
    const open = begins !== this.#toggled.has(touch.key);
    const verb = strings.verbs[changes && touch.created ? "create" : touch.kind];
    const where = [
      touch.prompt > 0 ? strings.prompt(touch.prompt) : strings.beforePrompts,
      touch.agent === "" ? "" : strings.by(touch.agent),
      touch.left ? strings.abandoned : "",
    ];
    return html`<div class="touch">
      ${line({
        icon: touch.kind,
        tone: done || !changes ? "usual" : "bad",
        open,
        toggle: () => this.#toggle(touch.key),
        content: html`<span class="verb">${verb}</span>
          <span class="where">${markInvisible(where.filter((part) => part !== "").join(" · "))}</span>`,
        end: html`${
          done
            ? touch.added !== null && touch.removed !== null
              ? diffstat(touch.added, touch.removed)
              : nothing
            : html`<span class="state">${strings.status[touch.status]}</span>`
        }
        ${
          touch.time > 0
            ? html`<time datetime=${isoTime(touch.time)} title=${this.controller.dates.fullTime(touch.time)}
                >${this.controller.dates.time(touch.time)}</time
              >`
            : nothing
        }`,
        ...(context === undefined ? {} : { body: () => body(touch.key, context, true) }),
      })}
      <button
        type="button"
        class="tool-button to-row"
        aria-label=${strings.toRowOf(verb, touch.prompt)}
        title=${strings.toRow}
        @click=${() => void this.controller.goTo(touch.key)}
      >
        ${icon("onward")}
      </button>
    </div>`;
  }

  #toggle(key: string): void {
    if (!this.#toggled.delete(key)) this.#toggled.add(key);
    this.requestUpdate();
  }

  static override styles = [
    baseStyles,
    ...renderStyles,
    ...bodySheets,
    lineStyles,
    moreStyles,
    toolButtonStyles,
    css`
      :host {
        display: block;
        padding: var(--u-4) var(--u-5) var(--u-7);
        container: conversation / inline-size;
      }
      :is(h3, h4) {
        font: var(--u-strong) var(--u-size) / var(--u-row) var(--u-font);
        outline: none;
        overflow-wrap: anywhere;
      }
      h4 {
        margin: var(--u-5) 0 var(--u-2);
        font-size: var(--u-size-s);
        color: var(--u-ink-2);
      }
      h3 .start {
        font-weight: 400;
        color: var(--u-ink-3);
      }
      .back {
        display: none;
        align-items: center;
        gap: var(--u-1);
        margin: 0 0 var(--u-2) calc(-1 * var(--u-1));
        padding: var(--u-1) var(--u-2) var(--u-1) 0;
        border-radius: var(--u-radius);
        color: var(--u-ink-2);
        font-size: var(--u-size-s);
      }
      .back:hover {
        color: var(--u-ink);
      }
      :host([data-alone]) .back {
        display: inline-flex;
      }
      :host([data-alone]) {
        padding: var(--u-3) var(--u-4) var(--u-6);
      }
      .gap {
        margin: 0 0 var(--u-3);
        font-size: var(--u-size-s);
        text-align: center;
        color: var(--u-ink-3);
      }
      .notes li {
        display: flex;
        gap: var(--u-2);
        margin-top: var(--u-2);
        font-size: var(--u-size-s);
        line-height: var(--u-row);
        color: var(--u-ink-2);
      }
      .notes .icon {
        margin-top: calc((var(--u-row) - var(--u-icon)) / 2);
        color: var(--u-ink-3);
      }
      .touch {
        display: grid;
        grid-template-columns: minmax(0, 1fr) var(--u-6);
        column-gap: var(--u-2);
      }
      .touch > .body {
        grid-area: 2 / 1 / auto / -1;
        padding-inline-start: 0;
      }
      .touch .verb {
        color: var(--u-ink);
      }
      .touch .where {
        color: var(--u-ink-3);
      }
      .touch .end {
        display: flex;
        gap: var(--u-3);
      }
      .touch .bad .state {
        color: var(--u-bad);
      }
    `,
  ];
}

function isFile(value: unknown): value is TouchedFile {
  return typeof value === "object" && value !== null && "path" in value;
}
