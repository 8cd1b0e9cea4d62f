import { type TemplateResult, css, html, nothing } from "lit";
import { cost, costNote, isoTime, tokens } from "../../session/format";
import { icon } from "../../ui/icon";
import { strings } from "./strings";
import { strings as rowStrings } from "../strings";
import type { Alternative, AttemptsRow, BranchRow, Row } from "../../parser/model";
import type { RowContext } from "../context";
import { markInvisible, stripInvisible } from "../../content/visible-text";

/**
 * The branches of a conversation from one point. The current attempt always follows; one of the earlier attempts can be
 * open at a time, between this line and the current one.
 */
export function alternatives(row: AttemptsRow | BranchRow, context: RowContext): TemplateResult {
  const list = row.fold.alternatives ?? [];
  const left = list.filter(({ current: isCurrent }) => !isCurrent);
  const name = (at: number): string => (left.length === 1 ? strings.attempt : strings.nthAttempt(at + 1));
  return html`<div class="alternatives">
    <p class="asked-again">${icon("branch")}<span>${strings.attemptCount(left.length)}</span></p>
    <ul aria-label=${strings.attempts}>
      ${list.map(
        (one, at) =>
          html`<li>${one.current ? currentAlternative(one, context) : attempt(one, name(at), row, context)}</li>`,
      )}
    </ul>
  </div>`;
}

/** An attempt, which opens and closes by its own key. */
function attempt(one: Alternative, name: string, row: AttemptsRow | BranchRow, context: RowContext): TemplateResult {
  const alternative = { ...row, key: one.key, fold: { ...row.fold, open: one.open } };
  return html`<button
    type="button"
    class="alternative"
    aria-expanded=${one.open}
    title=${stripInvisible(one.text)}
    @click=${() => context.toggle(alternative)}
  >
    ${icon("chevron")}<span class="which">${name}</span>${about(one, context)}
  </button>`;
}

/** A link to the beginning of the current attempt, after the open ones. */
function currentAlternative(one: Alternative, context: RowContext): TemplateResult {
  if (one.key === "")
    return html`<p class="alternative">
      <span></span><span class="which">${strings.currentAttempt}</span
      ><span class="begins ellipsis">${strings.nothingSent}</span>
    </p>`;
  return html`<button
    type="button"
    class="alternative kept"
    title=${stripInvisible(one.text)}
    @click=${() => context.goTo(one.key)}
  >
    ${icon("up")}<span class="which">${strings.currentAttempt}</span>${about(one, context, strings.continuesBelow)}
  </button>`;
}

function about(one: Alternative, context: RowContext, where = ""): TemplateResult {
  const size = [
    where,
    one.turns > 0 ? rowStrings.attemptTurns(one.turns) : "",
    one.calls > 0 ? rowStrings.calls(one.calls) : "",
    one.output > 0 ? rowStrings.tokensOut(tokens(one.output)) : "",
  ].filter((part) => part !== "");
  return html`<span class="begins ellipsis" dir="auto"
      >${one.text === "" ? rowStrings.noText : markInvisible(one.text)}</span
    >
    <span class="size"
      >${
        one.time > 0
          ? html`<time datetime=${isoTime(one.time)} title=${context.dates().fullTime(one.time)}
              >${context.dates().time(one.time)}</time
            >`
          : nothing
      }${size.map((part) => html`<span>${part}</span>`)}</span
    >
    <span class="price" title=${stripInvisible(costNote(one.cost, one.low))}>${cost(one.cost, one.low)}</span>`;
}

/** Marks the end of an abandoned attempt; the current one follows if there is one. */
export function alternativeEnd(row: Row, { conversation }: RowContext): TemplateResult {
  return html`<p class="attempt-end small-line">
    ${strings.attemptEnd(conversation.indexOf(row.key) + 1 < conversation.total)}
  </p>`;
}

export const alternativeStyles = css`
  .attempt-end {
    margin: var(--u-2) 0;
  }
  .alternatives {
    margin: var(--u-2) 0;
    padding: var(--u-2);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    background: var(--u-raised);
  }
  .alternatives .asked-again {
    display: flex;
    align-items: center;
    gap: var(--u-2);
    padding: 0 var(--u-2) var(--u-1);
    color: var(--u-ink-3);
    font: var(--u-size-s) / var(--u-row) var(--u-font);
  }
  .alternatives .asked-again .icon {
    width: 14px;
    height: 14px;
  }
  .alternative {
    display: grid;
    grid-template-columns: 14px auto minmax(0, 1fr) auto;
    align-items: baseline;
    column-gap: var(--u-2);
    width: 100%;
    padding: 5px var(--u-2);
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    font: var(--u-size-m) / var(--u-row) var(--u-font);
    text-align: start;
  }
  button.alternative:hover {
    background: var(--u-hover);
  }
  .alternative > .icon {
    align-self: center;
    width: 14px;
    height: 14px;
    color: var(--u-ink-3);
  }
  .alternative[aria-expanded="true"] > .icon {
    rotate: 90deg;
  }
  .alternative.kept > .icon {
    rotate: 180deg;
  }
  .alternative .which {
    color: var(--u-ink-2);
    white-space: nowrap;
  }
  .alternative:is([aria-expanded="true"], .kept) .which {
    color: var(--u-ink);
    font-weight: var(--u-medium);
  }
  .alternative .begins {
    color: var(--u-ink);
  }
  .alternative :is(.size, .price) {
    color: var(--u-ink-3);
    font-size: var(--u-size-f);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .alternative .size {
    display: flex;
    flex-wrap: wrap;
    grid-area: 2 / 2 / auto / -1;
  }
  .alternative .size > :not(:first-child)::before {
    content: "·";
    padding-inline: 0.4em;
  }
  .alternative .price {
    grid-area: 1 / 4;
  }
`;
