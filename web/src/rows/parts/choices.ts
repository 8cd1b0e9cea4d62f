import { type TemplateResult, css, html, nothing } from "lit";
import { icon } from "../../ui/icon";
import { strings } from "./strings";
import type { Question } from "../../parser/model";
import { markInvisible } from "../../content/visible-text";

/** Questions to the user, with the options, the choices and free-text replies. */
export function choices(list: readonly Question[]): TemplateResult {
  return html`<div class="questions">${list.map(question)}</div>`;
}

function question({ header, text, options, several, answered, other, note }: Question): TemplateResult {
  return html`<div class="question">
    <p class="wording" dir="auto">
      ${header === "" ? nothing : html`<span class="topic">${markInvisible(header)}</span> `}${markInvisible(text)}${
        several ? html` <span class="beside">${strings.several}</span>` : nothing
      }
    </p>
    <ul class="options">
      ${(options ?? []).map(({ label, description, preview, chosen }) => option(chosen, label, description, chosen ? preview : ""))}
      ${other === "" ? nothing : option(true, other, strings.otherAnswer, "")}
    </ul>
    ${answered ? nothing : html`<p class="note">${strings.noAnswer}</p>`}
    ${note === "" ? nothing : html`<p class="own" dir="auto"><span class="beside">${strings.answerNote}</span> ${markInvisible(note)}</p>`}
  </div>`;
}

function option(chosen: boolean, label: string, description: string, preview: string): TemplateResult {
  return html`<li ?data-chosen=${chosen}>
    <span class="tick" role="img" aria-label=${chosen ? strings.chosen : strings.notChosen}
      >${chosen ? icon("done") : nothing}</span
    >
    <span class="offer" dir="auto"
      ><span class="name">${markInvisible(label)}</span
      >${description === "" ? nothing : html` <span class="beside">${markInvisible(description)}</span>`}${
        preview === "" ? nothing : html`<pre class="plaintext" dir="auto">${markInvisible(preview)}</pre>`
      }</span
    >
  </li>`;
}

export const choiceStyles = css`
  .questions {
    font: var(--u-size-m) / var(--u-row) var(--u-font);
    overflow-wrap: anywhere;
  }
  .question + .question {
    margin-top: var(--u-4);
  }
  .question p {
    margin: 0 0 var(--u-2);
  }
  .question .wording {
    color: var(--u-ink);
    font-weight: var(--u-medium);
  }
  .question .wording .beside {
    font-size: var(--u-size-s);
    font-weight: 400;
  }
  .question .topic {
    margin-inline-end: var(--u-1);
    padding: 1px var(--u-2);
    border-radius: var(--u-pill);
    background: var(--u-sunken);
    color: var(--u-ink-2);
    font-size: var(--u-size-xs);
  }
  .options li {
    display: grid;
    grid-template-columns: var(--u-icon) minmax(0, 1fr);
    column-gap: var(--u-2);
    padding: 2px 0;
    color: var(--u-ink-2);
  }
  .options .tick {
    display: grid;
    place-items: center;
    width: 14px;
    height: 14px;
    margin-top: 3px;
    border: 1px solid var(--u-line-strong);
    border-radius: 50%;
  }
  .options .icon {
    width: 10px;
    height: 10px;
    stroke-width: 3.5;
  }
  .options [data-chosen] .tick {
    border-color: var(--u-accent);
    background: var(--u-accent);
    color: var(--u-bg);
  }
  .options [data-chosen] .name {
    color: var(--u-ink);
    font-weight: var(--u-strong);
  }
  .options .beside {
    margin-inline-start: var(--u-1);
  }
  .options .plaintext {
    margin: var(--u-1) 0;
  }
  .question .own {
    margin: var(--u-1) 0 0;
    padding-inline-start: var(--u-5);
    color: var(--u-ink);
  }
`;
