import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { SubscriptionController, onChange } from "../base/signals";
import type { Row } from "../parser/model";
import { runOf } from "../parser/rows";
import { strings } from "./strings";
import { strings as sessionStrings } from "../session/strings";
import { branch, branchEnd } from "./branch";
import { compaction } from "./compaction";
import type { RowContext } from "./context";
import { copied } from "./copied";
import { line } from "./shared/line";
import { link } from "./link";
import { body } from "./shared/body";
import { internal } from "./internal";
import { background, backgroundFold } from "./background";
import { end, mark, phase } from "./marks";
import { notice } from "./notice";
import { prompt } from "./prompt/prompt";
import { series } from "./series";
import { text } from "./text";
import { thinking } from "./thinking";
import { tool } from "./tool";
import { reportError } from "../base/report-error";

/**
 * One row of the conversation. It is rendered in the viewer's shadow root rather than its own, so that text can be
 * selected across rows.
 */
export class RowElement extends LitElement {
  @property({ attribute: false }) row: Row | undefined;
  @property({ attribute: false }) context: RowContext | undefined;

  constructor() {
    super();
    new SubscriptionController(
      this,
      () => this.context?.conversation,
      ({ contentVersion }) => [onChange(contentVersion, () => this.requestUpdate())],
    );
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("row")) this.#setColors();
  }

  /** Sets the colors of the agents around the row and of its own agent. */
  #setColors(): void {
    const threads = this.row?.threads ?? [];
    this.#set("--depth", String(Math.min(this.row?.depth ?? 0, MAX_DEPTH)));
    // Below the last slot for a thread, the innermost one reuses it.
    const shown = threads.length > MAX_DEPTH ? [...threads.slice(0, MAX_DEPTH - 1), ...threads.slice(-1)] : threads;
    for (let at = 0; at < MAX_DEPTH; at++) {
      const hue = shown[at];
      this.#set(`--thread-${at + 1}`, hue && `color-mix(in srgb, var(--u-${hue}) 45%, var(--u-bg))`);
    }
    for (const [property, hue] of [
      ["--hue", threads.at(-1)],
      ["--run-hue", this.row && runOf(this.row)?.color],
    ] as const) {
      this.#set(property, hue && `var(--u-${hue})`);
    }
  }

  /** "" and undefined reset a property to its default. */
  #set(property: string, value: string | undefined): void {
    if (this.style.getPropertyValue(property) !== (value ?? "")) this.style.setProperty(property, value ?? "");
  }

  /** Renders changes at once, so that the row can be measured. */
  renderNow(): void {
    if (this.isUpdatePending) this.performUpdate();
  }

  protected override render(): TemplateResult {
    const { row, context } = this;
    if (row === undefined || context === undefined)
      return html`<div class="inner">
        <p class="note">${context?.conversation.ended === true ? strings.unfetched : sessionStrings.reading}</p>
      </div>`;
    return html`<div class="inner">
      ${guarded(row, context)}${MARKS.has(row.kind) ? nothing : about(row, context)}${row.ends ? branchEnd(row, context) : nothing}
    </div>`;
  }
}

/** Rows that have no records of their own. */
const MARKS: ReadonlySet<Row["kind"]> = new Set(["end", "phase", "restart", "broken", "link"]);

/** Renders the button that opens the details; it is visible on hover and focus. */
function about(row: Row, context: RowContext): TemplateResult {
  const ask = ({ currentTarget: from }: Event): void => {
    // While the card is open for a button, clicking that button lets the browser close it.
    if (from instanceof HTMLButtonElement && from.popoverTargetElement === null) context.about(row, from);
  };
  return html`<button
    type="button"
    class="about-row"
    aria-haspopup="dialog"
    aria-label=${strings.showDetails}
    title=${strings.showDetails}
    @click=${ask}
  ></button>`;
}

/** The number of threads beside a row. */
const MAX_DEPTH = 4;

/** A row that cannot be rendered does not affect the others: it shows an error, and still links to its record. */
function guarded(row: Row, context: RowContext): TemplateResult {
  try {
    return renderKind(row, context);
  } catch (error) {
    reportError(error);
    const open = context.conversation.isOpen(row);
    return line({
      icon: "alert",
      tone: "bad",
      open,
      toggle: () => context.toggle(row),
      content: strings.broken,
      body: () => body(row.key, context, false),
    });
  }
}

function renderKind(row: Row, context: RowContext): TemplateResult {
  switch (row.kind) {
    case "prompt":
      return prompt(row, context);
    case "text":
      return text(row, context);
    case "thinking":
      return thinking(row, context);
    case "tool":
      return tool(row, context);
    case "compaction":
    case "summary":
      return compaction(row, context);
    case "background":
      return background(row, context);
    case "background-fold":
      return backgroundFold(row, context);
    case "series":
      return series(row, context);
    case "attempts":
    case "branch":
      return branch(row, context);
    case "copied":
      return copied(row, context);
    case "link":
      return link(row, context);
    case "restart":
    case "broken":
      return mark(row.kind);
    case "phase":
      return phase(row);
    case "internal":
      return internal(row, context);
    case "end":
      return end(row, context);
    case "output":
    case "interrupt":
    case "error":
    case "note":
    case "image":
    case "damaged":
    case "unknown":
      return notice(row, context);
  }
}

export const rowStyles = css`
  unspool-row {
    --depth: 0;
    --step: 20px;
    display: block;
    contain: layout style;
    overflow: clip; /* letters can have any number of combining marks */
    overflow-clip-margin: 4px; /* focus rings */
    padding-inline: var(--u-side);
    outline: none;
  }
  unspool-row > .inner {
    display: flex;
    flex-direction: column;
    position: relative;
    max-width: var(--u-column);
    margin-inline: auto;
    padding-block: 1px;
    padding-inline-start: calc(var(--depth) * var(--step));
  }
  /* The rows of an agent's conversation have threads beside them, one for each depth. */
  unspool-row:not([data-depth="0"]) > .inner::before {
    content: "";
    position: absolute;
    inset-block: -1px;
    inset-inline-start: calc(var(--u-icon) / 2 - 1px);
    width: calc((var(--depth) - 1) * var(--step) + 2px);
    background:
      linear-gradient(var(--thread-1, var(--u-line-strong)) 0 0) 0 0 / 2px,
      linear-gradient(var(--thread-2, var(--u-line-strong)) 0 0) var(--step) 0 / 2px,
      linear-gradient(var(--thread-3, var(--u-line-strong)) 0 0) calc(2 * var(--step)) 0 / 2px,
      linear-gradient(var(--thread-4, var(--u-line-strong)) 0 0) calc(3 * var(--step)) 0 / 2px;
    background-repeat: no-repeat;
    pointer-events: none;
  }
  /* It is in the margin, at the height of the first line: in a flex box, that is where an absolutely positioned
     element begins. If there is space, it does not touch the focus ring. */
  .about-row {
    position: absolute;
    inset-inline-end: max(-38px, min(-1 * var(--u-side), (var(--u-column) - 100cqi) / 2));
    width: 24px;
    height: 24px;
    margin-block-start: 2px;
    border-radius: var(--u-radius);
    color: var(--u-ink-3);
    opacity: 0;
    -webkit-user-select: none;
    user-select: none;
    transition: opacity var(--u-quick);
  }
  .about-row::before {
    content: "⋯";
    font: 16px/24px var(--u-font);
  }
  .about-row:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .about-row:is(:hover, :focus-visible),
  unspool-row:is(:hover, :focus, :focus-within) > .inner > .about-row {
    opacity: 1;
  }
  [data-by] .about-row {
    margin-block-start: -2px;
  }
  .asked + .about-row {
    inset-inline-end: calc(-1 * var(--u-2)); /* inside the card */
    margin-block-start: 10px;
  }
  .asked:is(.local, .machine) + .about-row {
    margin-block-start: 0;
  }
  @media (hover: none) {
    .asked + .about-row {
      opacity: 1;
    }
  }
  :is(unspool-row[data-kind="prompt"], unspool-row[data-kind="compaction"]) > .inner {
    padding-block: var(--u-5) var(--u-3);
  }
  unspool-row[data-kind="text"] > .inner {
    padding-block: var(--u-2);
  }
  :is(unspool-row[data-by="claude"], unspool-row[data-by="agent"]) > .inner {
    padding-block-start: var(--u-3);
  }
  unspool-row[data-turn] > .inner {
    padding-block-start: var(--u-6);
  }
  /* Abandoned rows, and rows of another session, are shown in a lighter color. */
  unspool-row[data-branch]:not([data-kind="branch"], [data-kind="attempts"]) > .inner,
  unspool-row[data-copied]:not([data-kind="copied"]) > .inner {
    --u-ink: var(--u-ink-2);
    color: var(--u-ink-2);
    border-inline-start: 2px dotted var(--u-line-strong);
    padding-inline-start: calc(var(--depth) * var(--step) + 14px);
  }
  unspool-row:not([data-kind="prompt"]):focus-visible > .inner::after {
    content: "";
    position: absolute;
    inset: 0 calc(-1 * var(--u-3));
    border-radius: var(--u-radius);
    outline: 1.5px solid var(--u-accent); /* also visible in forced colors */
    pointer-events: none;
  }
  unspool-row[data-turn]:focus-visible > .inner::after {
    inset-block-start: var(--u-5);
  }
  /* The card of a prompt has the focus ring itself. */
  unspool-row:focus-visible .asked {
    outline: 1.5px solid var(--u-accent);
  }
  unspool-list[data-quiet] unspool-row:focus-visible > .inner::after,
  unspool-list[data-quiet] unspool-row:focus-visible .asked {
    outline: none;
  }
  unspool-row :focus-visible {
    outline-offset: 1px;
  }
  /* Code, diffs and output use the space beside the column, up to 1,100 px. */
  @container conversation (min-width: 900px) {
    unspool-row[data-kind="tool"] .frame {
      margin-inline-end: calc(-1 * clamp(0px, (100cqi - var(--u-column)) / 2 - 48px, 380px));
    }
  }
  @container conversation (max-width: 800px) {
    unspool-row:focus-visible > .inner::after {
      inset-inline: calc(1.5px - var(--u-side)); /* around the button in the margin */
    }
  }
  @container conversation (max-width: 560px) {
    unspool-row {
      --step: 14px;
    }
    .asked + .about-row {
      inset-inline-end: 0;
    }
    unspool-row:not([data-depth="0"]) > .inner::before {
      inset-inline-start: 2px;
    }
  }
`;
