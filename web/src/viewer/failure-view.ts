// Renders failures.

import { type TemplateResult, css, html, nothing } from "lit";
import { failureText } from "../session/failure-text";
import { strings } from "./strings";
import type { Failure, FailureCode } from "../parser/protocol";
import { markInvisible } from "../content/visible-text";
import { icon } from "../ui/icon";

/** Failures with advice for users who drop files, not for visitors of a page. */
export const helpIsForReaders: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "empty",
  "not-a-transcript",
  "no-sessions",
  "unreadable",
  "prices",
  "address",
]);

/** Failures that may not occur on the next try. */
const retryable: ReadonlySet<FailureCode> = new Set([
  "unreadable",
  "refused",
  "blocked",
  "slow",
  "cut",
  "worker",
  "wasm",
  "crashed",
]);

/** Returns the failure's texts with invisible characters marked: they contain file names and server messages. */
function describe(failure: Failure): Readonly<Record<keyof ReturnType<typeof failureText>, string | Node>> {
  const { what, why, help } = failureText(failure);
  return { what: markInvisible(what), why: markInvisible(why), help: markInvisible(help) };
}

/**
 * Renders what failed, why, and what to do (if `showHelp` is true), with a button to try again if `retry` is given.
 */
export function failureState(failure: Failure, retry: (() => void) | undefined, showHelp = true): TemplateResult {
  const { what, why, help } = describe(failure);
  return html`<div class="state" part="message" role="alert">
    ${icon("alert")}
    <h2>${what}</h2>
    <p class="reason">${why}</p>
    ${showHelp ? html`<p>${help}</p>` : nothing}
    ${
      retry === undefined || !retryable.has(failure.code)
        ? nothing
        : html`<button type="button" class="primary" @click=${retry}>${strings.again}</button>`
    }
  </div>`;
}

/** Renders why reading stopped and what to do. The rows read so far stay above. */
export function partialFailureBar(failure: Failure, retry: () => void): TemplateResult {
  const { what, why, help } = describe(failure);
  return html`<div class="trouble" role="alert">
    ${icon("alert")}
    <p><strong>${what}.</strong> ${why} ${strings.loadedRemains} ${help}</p>
    ${
      failure.code === "prices" // the same bytes are invalid again
        ? nothing
        : html`<button type="button" class="primary" @click=${retry}>${strings.again}</button>`
    }
  </div>`;
}

/** Renders a failure on the landing page. */
export function landingFailure(failure: Failure, retry: (() => void) | undefined): TemplateResult {
  const { what, why, help } = describe(failure);
  return html`<div class="failure" role="alert">
    ${icon("alert")}
    <div>
      <strong>${what}</strong>
      <p>${why} ${help}</p>
      ${
        retry !== undefined && retryable.has(failure.code)
          ? html`<button type="button" class="button" @click=${retry}>${strings.again}</button>`
          : nothing
      }
    </div>
  </div>`;
}

/** Renders the link to the page that reads from other hosts, for a page that cannot. */
export function otherPageLink(src: string, href: string): TemplateResult {
  return html`<div class="pointer asking" role="status">
    <strong>${markInvisible(strings.remote(new URL(src).host))}</strong>
    <p>${strings.remoteWhy}</p>
    <a class="button" href=${href} data-first>${strings.remoteGo}</a>
  </div>`;
}

export const failureStyles = css`
  .trouble {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--u-3);
    max-height: 40%;
    padding: var(--u-3) var(--u-4);
    overflow-y: auto;
    border-top: 1px solid var(--u-line);
    background: var(--u-bad-soft);
    color: var(--u-ink-2);
    font-size: var(--u-size-m);
    line-height: var(--u-row);
  }
  .trouble p {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .trouble strong {
    font-weight: 600;
    color: var(--u-ink);
  }
  .trouble .icon {
    flex: none;
    width: 17px;
    height: 17px;
    color: var(--u-bad);
  }
  .trouble .primary {
    flex: none;
  }
`;
