import { type TemplateResult, css, html, nothing } from "lit";
import { onChange } from "../../base/signals";
import { copy } from "../../content/copy";
import { moreStyles } from "../../rows/shared/shared-styles";
import { plain } from "../../rows/parts/plain";
import { rawSheets } from "../../rows/parts/raw";
import { bytes } from "../../session/format";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { Finding, Ledgers, Shape } from "../../parser/model";
import { type DetachedContext, detachedContext } from "../detached-context";
import type { SessionController } from "../session-controller";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import { findingStyles, findings } from "./findings";
import { balance, byFile, ledgerStyles, types } from "./ledger";
import { ignoreParserLoss, reportUnlessParserLoss } from "../../parser/parser-loss";
import { baseStyles } from "../../ui/base-styles";
import { buttonStyles } from "../../ui/common-styles";

export function draw(controller: SessionController): TemplateResult {
  definePane("unspool-records", Records);
  return html`<unspool-records .controller=${controller}></unspool-records>`;
}

const MORE = 100; // findings that are listed at a time
const STATUS_TIME = 2_000; // ms for which the button shows its result

/** Shows how the parser used every byte of a session's files, and what it found. */
class Records extends Pane {
  #all: Ledgers | undefined;
  #found: readonly Finding[] = [];
  #detached: DetachedContext | undefined;
  readonly #listed = new Map<string, number>();
  #report: { readonly text: string; readonly read: number } | undefined; // `read` is less than 1 while it is being made
  #copied: boolean | undefined;
  readonly #loader = new PaneLoader(this, (signal) => this.#load(signal));

  protected override sessionChanged(): void {
    this.#detached?.end();
    this.#detached = detachedContext(this.controller, () => this.requestUpdate());
    this.#all = undefined;
    this.#report = undefined;
    this.#listed.clear();
    this.#loader.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#detached?.end();
    this.#detached = undefined;
  }

  protected override follow(controller: SessionController): readonly (() => void)[] {
    return [onChange(controller.dataVersion, this.#loader.reload)];
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { api, session } = this.controller;
    const [all, found] = await Promise.all([api.query("ledgers", { session }), api.query("diagnostics", { session })]);
    if (signal.aborted) return;
    this.#all = all;
    this.#found = found;
  }

  protected override render(): TemplateResult {
    const all = this.#all;
    const context = this.#detached?.context;
    if (all === undefined || context === undefined)
      return html`<p class="wait" role="status">${this.#loader.failed ? strings.unread : sessionStrings.reading}</p>`;
    const lines = (all.files ?? []).reduce((n, file) => n + file.lines, 0);
    const records = (all.types ?? []).reduce((n, { count }) => n + count, 0);
    const wrong = this.#found.some(({ severity }) => severity !== "info");
    const found = findings(this.#found, all.found ?? [], {
      context,
      listed: (code) => this.#listed.get(code) ?? 0,
      more: (code) => {
        this.#listed.set(code, (this.#listed.get(code) ?? 0) + MORE);
        this.requestUpdate();
      },
      goTo: (one) => void this.#goTo(one),
    });
    return html`<div class="sheet">
      <h2>${strings.title}</h2>
      <p class="note">
        ${strings.total(bytes(all.size), (all.files ?? []).length + all.more, records, all.pieces, lines)}${
          this.controller.viewer.busy ? ` ${sessionStrings.reading}` : ""
        }
      </p>
      ${wrong ? found : nothing} ${balance(all)} ${wrong ? nothing : found} ${byFile(all)} ${types(all)}
      ${this.#shape()}
    </div>`;
  }

  async #goTo({ file, offset }: Finding): Promise<void> {
    const { controller } = this;
    const { api, session } = controller;
    const key = `@${file}:${offset}`;
    // A row hidden by a filter exists all the same.
    const isThere = async (): Promise<boolean> =>
      (await api.query("find", { session, address: key })) !== null ||
      (await api.query("record", { session, file, offset }))?.row != null;
    const there = await ignoreParserLoss(isThere());
    if (controller !== this.controller) return;
    if (there) void controller.goTo(key);
    else controller.viewer.announce(strings.noRow);
  }

  /** Renders the report of the records' shapes, which the user sees before copying it. */
  #shape(): TemplateResult {
    const report = this.#report;
    const ready = report?.read === 1;
    const press = (event: Event): void => {
      if (report === undefined) void this.#make();
      else if (ready && event.currentTarget instanceof HTMLElement) void this.#copy(report.text, event.currentTarget);
    };
    return html`<section class="shape">
      <h3>${strings.report}</h3>
      <p>${strings.reportUse}</p>
      <p>${strings.reportHolds}</p>
      <button type="button" class="button" aria-disabled=${report !== undefined && !ready} @click=${press}>
        ${ready ? strings.copyReport : report === undefined ? strings.makeReport : strings.makingReport(report.read)}
      </button>
      ${
        ready
          ? html`<span role="status"
                >${this.#copied === undefined ? "" : this.#copied ? strings.reportCopied : strings.reportNotCopied}</span
              >
              ${plain(report.text, strings.report, "ltr")}`
          : nothing
      }
    </section>`;
  }

  async #make(): Promise<void> {
    const { controller } = this;
    this.#report = { text: "", read: 0 };
    try {
      for (let from: number | null = 0; from !== null;) {
        this.requestUpdate();
        const answer: Shape = await controller.api.query("shape", { session: controller.session, from });
        if (controller !== this.controller || !this.isConnected) return;
        from = answer.next;
        this.#report = { text: answer.text, read: from === null ? 1 : Math.min(answer.read, 0.99) };
      }
    } catch (error) {
      reportUnlessParserLoss(error);
      if (controller !== this.controller) return;
      this.#report = undefined;
      controller.viewer.announce(strings.unread);
    }
    this.requestUpdate();
  }

  async #copy(text: string, from: HTMLElement): Promise<void> {
    this.#copied = await copy(text, from);
    this.requestUpdate();
    setTimeout(() => {
      this.#copied = undefined;
      this.requestUpdate();
    }, STATUS_TIME);
  }

  static override styles = [
    baseStyles,
    buttonStyles,
    moreStyles,
    ...rawSheets,
    ledgerStyles,
    findingStyles,
    css`
      :host {
        display: block;
      }
      .sheet {
        width: 100%;
        max-width: 860px;
        margin: 0 auto;
        padding: var(--u-5) var(--u-5) var(--u-7);
      }
      :is(h2, h3, h4) {
        font: var(--u-strong) var(--u-size-l) / 24px var(--u-font);
      }
      h3 {
        margin: var(--u-6) 0 var(--u-1);
        font-size: var(--u-size);
      }
      h4 {
        margin: var(--u-3) 0 var(--u-1);
        font-size: var(--u-size-m);
      }
      .wait {
        padding: var(--u-6) var(--u-5);
        font-size: var(--u-size-m);
        color: var(--u-ink-2);
        text-align: center;
      }
      .shape p {
        margin: 0 0 var(--u-2);
        font-size: var(--u-size-m);
        line-height: calc(var(--u-row) * 1.1);
        color: var(--u-ink-2);
      }
      .shape [role="status"] {
        margin-inline-start: var(--u-2);
        font-size: var(--u-size-s);
        color: var(--u-ink-2);
      }
      .shape .plaintext {
        margin-top: var(--u-3);
        white-space: pre;
      }
      :is(button, .plaintext, .wide):focus-visible {
        outline-offset: 1px;
      }
      @media (max-width: 560px) {
        .sheet {
          padding-inline: var(--u-4);
        }
      }
    `,
  ];
}
