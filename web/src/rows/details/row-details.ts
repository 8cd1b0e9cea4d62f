import { type CSSResult, type TemplateResult, css, html, nothing, render } from "lit";
import { onChange } from "../../base/signals";
import type { AsyncValue } from "../../base/async-value";
import { baseName, bytes, duration, isoTime } from "../../session/format";
import { dialogHeader, onHostDisconnected } from "../../ui/dialog";
import { placePopover } from "../../ui/popover";
import { copyButton } from "../../content/frame";
import type { Row, RowFacts } from "../../parser/model";
import { isCut, textOf } from "../../parser/rows";
import { strings, stopReason } from "./strings";
import { strings as rowStrings } from "../strings";
import { strings as sessionStrings } from "../../session/strings";
import { fact, modelName, name, used } from "./about-facts";
import type { RowContext } from "../context";
import type { CopiedText } from "../../session/events";
import { spokenName } from "../facts";
import { fault } from "../shared/failure-text";
import { reportUnlessParserLoss } from "../../parser/parser-loss";
import { foldPrefix } from "../../parser/row-key";
import { rowMarkdown, rowText, turnMarkdown } from "./as-markdown";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { rawRecord, rawSheets } from "../parts/raw";

/** A row whose details are open, and the button that opened them. */
interface DetailsTarget {
  readonly context: RowContext;
  readonly row: Row;
  readonly from: HTMLButtonElement;
  readonly linkTo: ((uuid: string) => string) | undefined;
  /** Aborted when the session ends. */
  readonly signal: AbortSignal;
  readonly inspector: InspectorLink | undefined;
}

/** The inspector shows all of this and more: while it is open, the card only copies. */
export interface InspectorLink {
  readonly open: boolean;
  readonly show: () => void;
}

/** The row that the card describes. */
interface OpenDetails {
  readonly asked: DetailsTarget;
  readonly actions: readonly HTMLElement[];
  readonly before: Element | null; // the element that had the focus
  readonly end: () => void;
}

/**
 * The card that shows details of a row on demand: its time, its usage, its position, and what can be copied from it.
 * Each viewer has one.
 */
export class AboutCard {
  readonly #element = document.createElement("div");
  #open: OpenDetails | undefined;
  #about: AsyncValue<RowFacts> = { state: "waiting" };

  constructor(root: Node) {
    const card = this.#element;
    card.className = "about-card";
    card.popover = "auto";
    card.tabIndex = -1;
    card.setAttribute("role", "dialog");
    card.setAttribute("aria-labelledby", "about-title");
    card.addEventListener("toggle", (event) => {
      if (!(event instanceof ToggleEvent) || event.newState !== "closed") return;
      const before = this.#open?.before;
      this.#close();
      // Browsers return the focus themselves, but not within a shadow tree.
      const now = this.#focused();
      if ((now === null || card.contains(now)) && before instanceof HTMLElement) before.focus({ preventScroll: true });
    });
    root.appendChild(card);
    onHostDisconnected(card, () => this.#close()); // a removed popover fires no event
  }

  show(asked: DetailsTarget): void {
    this.#close();
    const { context, row, from, signal } = asked;
    if (asked.inspector?.open === true) asked.inspector.show(); // about this row
    const place = (): void => this.#place();
    const around = new AbortController();
    window.addEventListener("resize", place, { signal: around.signal });
    from.getRootNode().addEventListener("scroll", place, { capture: true, passive: true, signal: around.signal });
    const hide = (): void => {
      this.#element.hidePopover();
      this.#close(); // outside of the page, no "toggle" event is fired
    };
    signal.addEventListener("abort", hide, { signal: around.signal });
    const leave = onChange(
      context.conversation.contentVersion,
      () => this.#draw(), // called when requested bytes arrive
    );
    from.popoverTargetElement = this.#element;
    from.setAttribute("aria-expanded", "true");
    const end = (): void => {
      around.abort();
      leave();
      from.popoverTargetElement = null;
      from.removeAttribute("aria-expanded");
    };
    const actions = copies(asked, (text) => this.#copied(text, row));
    this.#open = { asked, actions, before: this.#focused(), end };
    this.#about = { state: "waiting" };
    const update = (about: AsyncValue<RowFacts>): void => {
      if (this.#open?.asked !== asked) return;
      const { linkTo, row } = asked;
      if (about.state === "loaded" && about.value.uuid !== "" && linkTo !== undefined) {
        const url = linkTo(foldPrefix(row.key) + about.value.uuid);
        this.#open = { ...this.#open, actions: [...actions, copyButton(() => url, strings.copyLink)] };
      }
      this.#about = about;
      this.#draw();
    };
    const { api, session } = context.conversation;
    api.query("about", { session, key: row.key }).then(
      (value) => update({ state: "loaded", value }),
      (error: unknown) => {
        reportUnlessParserLoss(error);
        update({ state: "failed", error });
      },
    );
    this.#draw();
    this.#element.showPopover();
    this.#place();
    this.#element.focus({ preventScroll: true });
  }

  /** Tells the page that Markdown was copied, so that it can check the text. */
  #copied(text: string, { prompt }: Row): void {
    const root = this.#element.getRootNode();
    const detail: CopiedText = { text, prompt };
    if (root instanceof ShadowRoot) root.host.dispatchEvent(new CustomEvent("unspool-copied", { detail }));
  }

  #focused(): Element | null {
    const root = this.#element.getRootNode();
    return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  }

  #close(): void {
    this.#open?.end();
    this.#open = undefined;
  }

  #draw(): void {
    if (this.#open === undefined) return;
    render(
      card(this.#open.asked, this.#about, this.#open.actions, () => this.#element.hidePopover()),
      this.#element,
    );
    this.#place();
  }

  #place(): void {
    const from = this.#open?.asked.from;
    if (from?.isConnected !== true) return;
    const top = Math.max(0, from.closest("unspool-list")?.getBoundingClientRect().top ?? 0);
    this.#element.style.setProperty("--head", `${top}px`);
    placePopover(this.#element, from, { align: "end", top });
  }
}

/** The parts of a row that can be copied. */
function copies({ context, row }: DetailsTarget, onCopied: (text: string) => void): readonly HTMLElement[] {
  const { conversation } = context;
  const body = () => conversation.api.query("body", { session: conversation.session, key: row.key });
  const spoken = textOf(row) !== "";
  return [
    ...(spoken
      ? [copyButton(() => (isCut(row) ? body().then((whole) => rowText(row, whole)) : textOf(row)), strings.copyText)]
      : []),
    copyButton(async () => rowMarkdown(row, await body(), context.project()), strings.copyMarkdown, onCopied),
    ...(row.kind === "prompt" && row.opens
      ? [copyButton(() => turnMarkdown(conversation, row, context.project()), strings.copyTurn, onCopied)]
      : []),
  ];
}

function card(
  asked: DetailsTarget,
  asyncValue: AsyncValue<RowFacts>,
  actions: readonly HTMLElement[],
  close: () => void,
): TemplateResult {
  const { row, context, inspector } = asked;
  return html`${dialogHeader(markInvisible(spokenName(row) || rowStrings.showDetails), { id: "about-title", close })}
    <div class="actions">
      ${actions} ${inPlace(row, context, close)} ${inspector?.open === false ? toInspector(inspector, close) : nothing}
    </div>
    ${inspector?.open === true ? nothing : renderFacts(asyncValue, context)}`;
}

function toInspector({ show }: InspectorLink, close: () => void): TemplateResult {
  const inspect = (): void => {
    close();
    show();
  };
  return html`<button type="button" class="action" @click=${inspect}>${strings.inspect}</button>`;
}

/** Rows with a record that is shown elsewhere on request. */
function inPlace(row: Row, context: RowContext, close: () => void): TemplateResult | typeof nothing {
  const agent = row.kind === "tool" && row.run !== null && row.run.rows > 0;
  if (!agent && row.kind !== "prompt" && row.kind !== "text") return nothing;
  const open = context.conversation.isOpen(row);
  const toggle = (): void => {
    close();
    context.conversation.setOpen(row, !open);
  };
  return html`<button type="button" class="action" aria-pressed=${open} @click=${toggle}>
    ${open ? strings.hide : agent ? strings.call : strings.inPlace}
  </button>`;
}

function renderFacts(asyncValue: AsyncValue<RowFacts>, context: RowContext): TemplateResult {
  switch (asyncValue.state) {
    case "waiting":
      return html`<p class="note">${sessionStrings.reading}</p>`;
    case "failed":
      return html`<p class="note bad">${fault(asyncValue.error)}</p>`;
    case "loaded":
      return facts(asyncValue.value, context);
  }
}

function facts(about: RowFacts, context: RowContext): TemplateResult {
  const records = about.records ?? [];
  const files = [...new Set(records.map((location) => location.path))];
  return html`<dl>
      ${fact(
        strings.when,
        about.time > 0
          ? html`<time datetime=${isoTime(about.time)}>${context.dates().dateAndTime(about.time)}</time>`
          : strings.noTime,
      )}
      ${fact(strings.took, duration(about.duration))} ${fact(strings.model, modelName(about.model))}
      ${fact(strings.stop, about.stop === "" ? "" : markInvisible(stopReason(about.stop)))}
      ${about.scope === "" ? nothing : used(about)}
    </dl>
    ${
      about.scope === ""
        ? nothing
        : html`<p class="note">
            ${strings.scope[about.scope](about.responses)} ${about.duplicate ? strings.copyOfResponse : ""}
          </p>`
    }
    <dl>
      ${name(strings.message, about.message)} ${name(strings.request, about.request)}
      ${name(strings.record, about.uuid)}
    </dl>
    ${
      records.length === 0
        ? nothing
        : html`<h3>${strings.records}</h3>
            ${files.map((path) => html`<p class="place" title=${stripInvisible(path)}>${markInvisible(baseName(path))}</p>`)}
            <ul>
              ${records.map(
                (location) =>
                  html`<li>
                    ${rawRecord(location, context, files.length > 1)}<span class="size">${bytes(location.length)}</span>
                  </li>`,
              )}
            </ul>
            ${about.more > 0 ? html`<p class="note">${strings.more(about.more)}</p>` : nothing}`
    }`;
}

const aboutStyles = css`
  .about-card {
    position: fixed;
    width: min(380px, calc(100vw - 16px));
    max-height: calc(100dvh - var(--head, 0px) - 16px);
    padding: var(--u-2) var(--u-4) var(--u-4);
    overflow: auto;
    overscroll-behavior: contain;
    font: var(--u-size-m) / var(--u-row) var(--u-font);
    outline: none;
  }
  .about-card h2 {
    font-size: var(--u-size-m);
  }
  .about-card h3 {
    margin: var(--u-3) 0 var(--u-1);
    font-size: var(--u-size-s);
    font-weight: var(--u-medium);
    color: var(--u-ink-3);
  }
  .about-card .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-1);
    margin: var(--u-1) 0 var(--u-3);
  }
  .about-card .actions:last-child {
    margin-block-end: 0;
  }
  .about-card .action {
    padding: 3px var(--u-2);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
  }
  .about-card .action:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .about-card :focus-visible {
    outline-offset: 1px;
  }
  .about-card dl > div {
    display: grid;
    grid-template-columns: 104px minmax(0, 1fr);
    column-gap: var(--u-3);
    padding: 2px 0;
  }
  .about-card dt {
    color: var(--u-ink-3);
  }
  .about-card dd {
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .about-card small {
    display: block;
  }
  .about-card code,
  .about-card .place {
    font-family: var(--u-mono);
    font-size: var(--u-size-xs);
  }
  .about-card .note {
    margin: var(--u-2) 0;
  }
  .about-card .place {
    color: var(--u-ink-2);
    overflow-wrap: anywhere;
  }
  .about-card li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
  }
  .about-card .size {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    font-variant-numeric: tabular-nums;
  }
  .about-card .raw .quiet {
    margin: 0;
  }
  @media (max-width: 560px) {
    .about-card {
      inset: auto 0 0;
      width: auto;
      max-width: none;
      max-height: 75dvh;
      border-width: 1px 0 0;
      border-radius: var(--u-radius-l) var(--u-radius-l) 0 0;
    }
  }
  @media print {
    .about-card {
      display: none;
    }
  }
`;

export const aboutSheets: readonly CSSResult[] = [aboutStyles, ...rawSheets];
