import { type TemplateResult, css, html, nothing } from "lit";
import { cost, costNote, isoTime, tokens } from "../element/format";
import { icon } from "../element/icon";
import { lateWords } from "unspool:late-words";
import { words } from "../words";
import type { Alternative, Row } from "../worker/model";
import type { RowContext } from "./context";
import { marked, visible } from "./marked";

/**
 * The ways that a conversation took from one place, of which one is chosen: the rows of an
 * attempt follow while it is, those of what was kept always do.
 */
export function ways(row: Row, context: RowContext): TemplateResult {
  const say = lateWords.ways;
  const list = row.fold?.alternatives ?? [];
  const left = list.filter(({ kept }) => !kept);
  const chosen = list.find(({ open }) => open) ?? list.at(-1);
  const choose = (one: Alternative): void => {
    const turned = one.kept ? chosen : one;
    if (one === chosen || turned === undefined || row.fold === null) return;
    // What is opened or closed is the one attempt, by its own key.
    context.toggle({ ...row, key: turned.key, fold: { ...row.fold, open: turned.open } });
  };
  const byKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const { currentTarget: group } = event;
    if (step === undefined || chosen === undefined || !(group instanceof HTMLElement)) return;
    event.preventDefault();
    const at = (list.indexOf(chosen) + step + list.length) % list.length;
    const one = list[at];
    if (one === undefined) return;
    choose(one);
    group.querySelectorAll<HTMLElement>("[role=radio]")[at]?.focus();
  };
  return html`<div class="ways">
    <p class="asked-again">${icon("branch")}<span>${say.title(left.length)}</span></p>
    <div role="radiogroup" aria-label=${say.name} @keydown=${byKey}>
      ${list.map((one, at) => way(one, at, one === chosen, left.length, choose, context))}
    </div>
  </div>`;
}

function way(one: Alternative, at: number, chosen: boolean, left: number, choose: (one: Alternative) => void, context: RowContext): TemplateResult {
  const say = lateWords.ways;
  const nothingFollows = one.kept && one.key === "";
  const size = [
    one.turns > 0 ? words.row.attemptTurns(one.turns) : "",
    one.calls > 0 ? words.row.calls(one.calls) : "",
    one.output > 0 ? words.row.tokensOut(tokens(one.output)) : "",
  ].filter((part) => part !== "");
  return html`<button
    type="button"
    role="radio"
    class="way"
    aria-checked=${chosen}
    tabindex=${chosen ? 0 : -1}
    title=${visible(one.text)}
    @click=${() => choose(one)}
  >
    <span class="pick" aria-hidden="true"></span>
    <span class="which">${one.kept ? say.kept : left === 1 ? say.attempt : say.nth(at + 1)}</span>
    <span class="begins" dir="auto">${nothingFollows ? say.nothing : one.text === "" ? words.row.noWords : marked(one.text)}</span>
    <span class="size"
      >${one.time > 0 ? html`<time datetime=${isoTime(one.time)} title=${context.dates().fullTime(one.time)}>${context.dates().time(one.time)}</time>` : nothing}${size.map((part) => html`<span>${part}</span>`)}</span
    >
    <span class="price" title=${costNote(one.cost, one.low)}>${cost(one.cost, one.low)}</span>
  </button>`;
}

export const wayStyles = css`
  .ways {
    margin: var(--u-2) 0;
    padding: var(--u-2);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    background: var(--u-raised);
  }
  .ways .asked-again {
    display: flex;
    align-items: center;
    gap: var(--u-2);
    margin: 0;
    padding: 0 var(--u-2) var(--u-1);
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
  }
  .ways .asked-again .icon {
    width: 14px;
    height: 14px;
  }
  .way {
    display: grid;
    grid-template-columns: 14px auto minmax(0, 1fr) auto;
    align-items: baseline;
    column-gap: var(--u-2);
    width: 100%;
    padding: 5px var(--u-2);
    border: 0;
    border-radius: var(--u-radius);
    background: none;
    color: var(--u-ink-2);
    font: inherit;
    font-size: var(--u-size-m);
    line-height: var(--u-row);
    text-align: start;
    cursor: pointer;
  }
  .way:hover {
    background: var(--u-hover);
  }
  .way .pick {
    align-self: center;
    width: 12px;
    height: 12px;
    box-sizing: border-box;
    border: 1.5px solid var(--u-ink-3);
    border-radius: 50%;
  }
  .way[aria-checked="true"] .pick {
    border: 4px solid var(--u-accent);
  }
  .way .which {
    color: var(--u-ink-2);
    white-space: nowrap;
  }
  .way[aria-checked="true"] .which {
    color: var(--u-ink);
    font-weight: var(--u-medium);
  }
  .way .begins {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--u-ink);
  }
  .way .size,
  .way .price {
    color: var(--u-ink-3);
    font-size: var(--u-size-f);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .way .size {
    display: flex;
    flex-wrap: wrap;
    grid-area: 2 / 2 / auto / -1;
  }
  .way .size > :not(:first-child)::before {
    content: "·";
    padding-inline: 0.4em;
  }
  .way .price {
    grid-area: 1 / 4;
  }
  @media print {
    .way[aria-checked="false"] .pick {
      border-style: dotted;
    }
  }
`;
