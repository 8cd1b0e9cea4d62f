import { type TemplateResult, css, html, nothing, unsafeCSS } from "lit";
import { strings as rowStrings } from "../strings";
import { peerEvent } from "./strings";
import type { PromptRow, Sender } from "../../parser/model";
import type { RowContext } from "../context";
import { markInvisible } from "../../content/visible-text";
import { prose } from "../shared/prose";

/** Messages of other agents or sessions, with the name and color of the sender. */
export function senders(row: PromptRow, list: readonly Sender[], context: RowContext): TemplateResult {
  return html`${list.map(
    ({ name, color, summary, event, text }, at) =>
      html`<div class="sender" data-color=${color}>
        <p class="from">
          <bdi class="name">${markInvisible(name || rowStrings.agent)}</bdi>
          ${event === "" ? nothing : html`<span>${markInvisible(peerEvent(event))}</span>`}
          ${summary === "" ? nothing : html`<span dir="auto">${markInvisible(summary)}</span>`}
        </p>
        ${text === "" ? nothing : prose(`${row.key} sender ${at}`, text, context)}
      </div>`,
  )}`;
}

const colors = ["red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink"];

export const senderStyles = css`
  .sender + .sender {
    margin-top: var(--u-3);
  }
  .sender .from {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--u-2);
    margin: 0;
    font: var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-3);
    overflow-wrap: anywhere;
  }
  .sender .name {
    font-weight: 600;
    color: var(--u-ink-2);
  }
  .sender[data-color] .name::before {
    content: "";
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 6px;
    border-radius: 50%;
    background: var(--sender, var(--u-line-strong));
  }
  ${unsafeCSS(colors.map((name) => `.sender[data-color="${name}"] { --sender: var(--u-${name}) }`).join("\n"))}
`;
