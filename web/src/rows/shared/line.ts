import { type TemplateResult, css, html, nothing } from "lit";
import { type IconName, icon } from "../../ui/icon";

interface LineParts {
  readonly icon: IconName | "dot";
  readonly tone?: "faint" | "bad" | "usual";
  readonly open: boolean;
  /** Undefined for a line without content to open. */
  readonly toggle: (() => void) | undefined;
  /** The verb, the target and so on. */
  readonly content: unknown;
  /** The outcome, at the end of the line. */
  readonly end?: unknown;
  /** Renders the body of an open line. */
  readonly body?: () => unknown;
}

/** A line that describes an action and opens in place. All of it can be clicked. */
export function line(options: LineParts): TemplateResult {
  const { toggle } = options;
  const text = html`<span class="lead"
      >${
        options.icon === "dot" ? html`<span class="icon dot"></span>` : icon(options.icon)
      }${toggle === undefined ? nothing : icon("chevron")}</span
    >
    <span class="content">${options.content}</span>
    ${options.end === undefined ? nothing : html`<span class="end">${options.end}</span>`}`;
  const tone = options.tone ?? "usual";
  return html`${
    toggle === undefined
      ? html`<div class="row-button still ${tone}">${text}</div>`
      : html`<button type="button" class="row-button ${tone}" aria-expanded=${options.open} @click=${toggle}>
          ${text}
        </button>`
  }
  ${options.open && options.body !== undefined ? html`<div class="body">${options.body()}</div>` : nothing}`;
}

export const lineStyles = css`
  .row-button {
    display: grid;
    grid-template-columns: var(--u-icon) minmax(0, 1fr) auto;
    column-gap: var(--u-3);
    align-items: baseline;
    width: calc(100% + 2 * var(--u-2));
    margin: 0 calc(-1 * var(--u-2));
    padding: 4px var(--u-2);
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    font: var(--u-size-m) / var(--u-row) var(--u-font);
    text-align: start;
    -webkit-user-select: text;
    user-select: text;
  }
  .row-button.still {
    cursor: auto;
  }
  .row-button:not(.still):hover {
    background: var(--u-hover);
  }
  .row-button.faint {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  .row-button .lead {
    position: relative;
    width: var(--u-icon);
    height: var(--u-row);
    align-self: start;
    color: var(--u-ink-3);
  }
  .row-button .icon {
    position: absolute;
    inset: 0;
    margin: auto;
    transition: opacity var(--u-quick);
  }
  .row-button .dot {
    width: 4px;
    height: 4px;
    border-radius: 50%;
    background: var(--u-line-strong);
  }
  .row-button .icon-chevron {
    opacity: 0;
    transition:
      opacity var(--u-quick),
      rotate var(--u-quick);
  }
  .row-button:not(.still):hover .icon:not(.icon-chevron),
  .row-button:focus-visible .icon:not(.icon-chevron) {
    opacity: 0;
  }
  :is(.row-button:hover, .row-button:focus-visible) .icon-chevron {
    opacity: 1;
  }
  .row-button[aria-expanded="true"] .icon-chevron {
    rotate: 90deg;
  }
  .row-button.bad .lead {
    color: var(--u-bad);
  }
  .row-button .content {
    min-width: 0;
    overflow: hidden;
  }
  .row-button .end {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  .body {
    margin: var(--u-1) 0 var(--u-3);
    padding-inline-start: var(--u-gutter);
  }
`;
