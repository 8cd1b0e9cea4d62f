import { type TemplateResult, css, html, nothing } from "lit";
import { peerEvent, words } from "../words";
import type { Sender } from "../worker/model";
import { marked } from "./marked";

/** Words of other agents or sessions: who says them, in their colour, and what. */
export function senders(list: readonly Sender[]): TemplateResult {
  return html`${list.map(
    ({ name, colour, summary, event, text }) =>
      html`<div class="sender" data-colour=${colour}>
        <p class="from">
          <bdi class="name">${marked(name || words.agent)}</bdi>
          ${event === "" ? nothing : html`<span>${marked(peerEvent(event))}</span>`}
          ${summary === "" ? nothing : html`<span dir="auto">${marked(summary)}</span>`}
        </p>
        ${text === "" ? nothing : html`<div class="words" dir="auto">${marked(text)}</div>`}
      </div>`,
  )}`;
}

export const senderStyles = css`
  .sender + .sender {
    margin-top: var(--u-3);
  }
  .sender .from {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--u-2);
    margin: 0;
    font-size: var(--u-size-s);
    line-height: 20px;
    color: var(--u-ink-3);
    overflow-wrap: anywhere;
  }
  .sender .name {
    font-weight: 600;
    color: var(--u-ink-2);
  }
  .sender[data-colour] .name::before {
    content: "";
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 6px;
    border-radius: 50%;
    background: var(--sender, var(--u-line-strong));
  }
  .sender[data-colour="red"] {
    --sender: oklch(62% 0.19 25);
  }
  .sender[data-colour="orange"] {
    --sender: oklch(70% 0.16 55);
  }
  .sender[data-colour="yellow"] {
    --sender: oklch(78% 0.15 90);
  }
  .sender[data-colour="green"] {
    --sender: oklch(65% 0.16 145);
  }
  .sender[data-colour="cyan"] {
    --sender: oklch(70% 0.12 205);
  }
  .sender[data-colour="blue"] {
    --sender: oklch(60% 0.17 255);
  }
  .sender[data-colour="purple"] {
    --sender: oklch(60% 0.18 300);
  }
  .sender[data-colour="pink"] {
    --sender: oklch(68% 0.18 350);
  }
`;
