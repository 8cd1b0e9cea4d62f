import { type TemplateResult, css, html, nothing } from "lit";
import { h } from "../../content/dom";
import { bytes, isoTime } from "../../session/format";
import { strings } from "./strings";
import { strings as rowStrings } from "../strings";
import type { PromptRow } from "../../parser/model";
import { body } from "../shared/body";
import { chipName, chips } from "./chips";
import type { RowContext } from "../context";
import { markInvisible } from "../../content/visible-text";
import { notifications } from "./notifications";
import { gallery } from "../pictures/media";
import { formatted, hasMarkup, isFormatted, placeholder, sourceToggle } from "./formatted";
import { prose } from "../shared/prose";
import { senders } from "./senders";
import { who } from "../shared/speaker";

/** A prompt of the user, or an event. */
export function prompt(row: PromptRow, context: RowContext): TemplateResult {
  const open = context.conversation.isOpen(row);
  const toggle = (): void => context.toggle(row);
  return html`<div class="asked ${manner(row)}" data-flavor=${row.flavor}>
    ${row.prompt > 0 && row.opens && row.depth === 0 ? html`<span class="number" aria-hidden="true">${row.prompt}</span>` : nothing}
    ${who(row, context)} ${waited(row, context)} ${row.cut && open ? nothing : spoken(row, context)}
    ${gallery(row.media, context, toggle, row.more)} ${chips(row, context)}
    ${row.unanswered === "" || row.depth > 0 ? nothing : html`<p class="aside">${strings.unanswered[row.unanswered]}</p>`}
    ${open ? html`<div class="body">${body(row.key, context, true)}</div>` : nothing}
  </div>`;
}

/**
 * Text that the user typed is prominent; commands that Claude did not reply to are less so; automatic and abandoned
 * prompts are subdued.
 */
function manner({ flavor, opens, branch }: PromptRow): "voice" | "local" | "machine" {
  if (branch) return "machine";
  switch (flavor) {
    case "command":
    case "shell":
      return opens ? "voice" : "local";
    case "typed":
    case "queued":
    case "feedback":
      return "voice";
    default:
      return "machine";
  }
}

/** When it was typed, if it had to wait. */
function waited(row: PromptRow, context: RowContext): TemplateResult | typeof nothing {
  if (row.typed > 0) {
    return html`<p class="aside">
      ${strings.queued}, <time datetime=${isoTime(row.typed)}>${strings.at(context.dates().time(row.typed))}</time>
    </p>`;
  }
  return row.flavor === "queued" ? html`<p class="aside">${strings.queued}</p>` : nothing;
}

const SHOWN = 14; // lines of a folded prompt; the styles contain the same number
const LONG = 18; // minimum lines for folding
const WIDTH = 84; // approximate characters per line

/**
 * The text itself. Long prompts are folded but complete in the page, so that they can be found, selected and copied as
 * a whole.
 */
function spoken(row: PromptRow, context: RowContext): TemplateResult | typeof nothing {
  if (row.text === "" && (row.from ?? []).length === 0)
    return row.size > 0 && !row.media?.length && !row.chips?.length
      ? html`<p class="note bad">${rowStrings.unreadable}</p>`
      : nothing;
  const { conversation } = context;
  const name = `words ${row.key}`;
  const lines = row.text.split("\n");
  const high = lines.reduce((sum, one) => sum + Math.max(1, Math.ceil(one.length / WIDTH)), 0) > LONG;
  const folded = (high || row.cut) && !conversation.isUnfolded(name) && !conversation.allOpen;
  const unfold = (): void => {
    conversation.setUnfolded(name, true);
    if (row.cut) context.toggle(row);
  };
  return html`<div class="spoken" ?data-folded=${folded && high}>${messageOf(row, context)}</div>
    ${hasSource(row) ? sourceToggle(row, context) : nothing}
    ${
      folded
        ? html`<button type="button" class="quiet" @click=${unfold}>
            ${row.cut || lines.length <= SHOWN ? rowStrings.all(bytes(row.size)) : strings.allLines(lines.length)}
          </button>`
        : high && !row.cut
          ? html`<button type="button" class="quiet" @click=${() => conversation.setUnfolded(name, false)}>
              ${strings.less}
            </button>`
          : nothing
    }`;
}

/** Reports whether a prompt is shown as Markdown, or as it was typed. */
function hasSource({ flavor, from, text }: PromptRow): boolean {
  const isWords = flavor !== "agent" && flavor !== "plan" && flavor !== "command" && flavor !== "shell";
  return isWords && (from ?? []).length === 0 && hasMarkup(text);
}

function messageOf(row: PromptRow, context: RowContext): TemplateResult {
  switch (row.flavor) {
    case "agent":
    case "plan":
      return row.from !== null && row.from.length > 0
        ? senders(row, row.from, context)
        : prose(row.key, row.text, context);
    case "notification":
      if (row.from !== null && row.from.length > 0) return notifications(row, row.from, context);
      break;
    case "command": {
      const [name = "", ...args] = row.text.split(/(?=\s)/);
      const words = html`<span class="command">${markInvisible(name)}</span>${markInvisible(args.join(""))}`;
      return html`<div class="words typed">${words}</div>`;
    }
    case "shell": {
      const command = markInvisible(row.text.replace(/^! /, ""));
      return html`<div class="words typed shell"><span class="sign">!</span> ${command}</div>`;
    }
    default:
      if (row.from !== null && row.from.length > 0) return senders(row, row.from, context);
  }
  return isFormatted(row, context)
    ? formatted(row, context, placedNode(row, context))
    : html`<div class="words" dir="auto">${placed(row, context)}</div>`;
}

/** Text in which pasted items are shown as chips at their positions; a chip goes to what was pasted. */
function placed(row: PromptRow, context: RowContext): unknown {
  const pieces = row.text.split(placeholder);
  if (pieces.length === 1) return markInvisible(row.text);
  const leads = leadsOf(row, context);
  return pieces.map((piece, at) => {
    if (at % 2 === 0) return markInvisible(piece);
    const label = piece.slice(1, -1);
    const lead = leads(piece);
    return lead === undefined
      ? html`<span class="placed">${label}</span>`
      : html`<button type="button" class="placed" @click=${lead}>${label}</button>`;
  });
}

/** Returns a function that makes the elements for placeholders in Markdown. */
function placedNode(row: PromptRow, context: RowContext): (piece: string) => HTMLElement {
  const leads = leadsOf(row, context);
  return (piece) => {
    const label = piece.slice(1, -1);
    const lead = leads(piece);
    return lead === undefined
      ? h("span", { class: "placed" }, label)
      : h("button", { type: "button", class: "placed", onclick: lead }, label);
  };
}

/** Returns a function from placeholders to what a click on them does. */
function leadsOf(row: PromptRow, context: RowContext): (piece: string) => ((event: Event) => void) | undefined {
  const images = row.text.split(placeholder).filter((piece, at) => at % 2 === 1 && piece.startsWith("[Image"));
  return (piece) =>
    images.includes(piece) ? toImage(row, images.indexOf(piece), images.length, context) : toPasted(row, context);
}

/** If each placeholder has an image, both are in the same order. */
function toImage(row: PromptRow, at: number, all: number, context: RowContext): ((event: Event) => void) | undefined {
  if (row.media?.filter((media) => media.type !== "application/pdf").length !== all) return undefined;
  return ({ currentTarget }) => {
    const asked = currentTarget instanceof Element ? currentTarget.closest(".asked") : null;
    const thumb = asked?.querySelectorAll<HTMLElement>(".thumb")[at];
    if (thumb !== undefined) context.enlarge(thumb);
  };
}

function toPasted(row: PromptRow, { conversation }: RowContext): (() => void) | undefined {
  const at = (row.chips ?? []).findIndex((chip) => chip.kind === "pasted");
  if (at < 0) return undefined;
  const name = chipName(row, at);
  return () => conversation.setUnfolded(name, !conversation.isUnfolded(name));
}

export const promptStyles = css`
  .asked {
    position: relative;
    margin-inline: calc(-1 * var(--u-4));
    padding: var(--u-3) var(--u-4);
    border-start-end-radius: var(--u-radius-l);
    border-end-end-radius: var(--u-radius-l);
    background: var(--u-accent-soft);
  }
  /* The thin line that marks the user. */
  .asked::before {
    content: "";
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 3px;
    background: var(--u-accent);
  }
  .asked:is(.local, .machine) {
    margin-inline: 0;
    padding: 2px 0 2px var(--u-4);
    background: none;
  }
  .asked:is(.local, .machine)::before {
    width: 2px;
  }
  .asked.machine::before {
    background: var(--u-line-strong);
  }
  .asked.machine .who .name {
    color: var(--u-ink-2);
  }
  .asked .words {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    color: var(--u-ink);
    line-height: 1.55;
  }
  .asked .spoken[data-folded] {
    max-height: 14lh;
    overflow: clip;
    mask-image: linear-gradient(#000 calc(100% - 3lh), transparent);
  }
  .asked.machine .words {
    color: var(--u-ink-2);
  }
  .asked .typed {
    font-family: var(--u-mono);
    font-size: var(--u-size-m);
  }
  .asked .command {
    padding: 2px var(--u-2);
    border-radius: var(--u-radius);
    background: var(--u-accent);
    color: var(--u-bg);
    font-weight: var(--u-strong);
  }
  .asked .shell .sign {
    color: var(--u-accent);
    font-weight: 700;
  }
  .asked .number {
    position: absolute;
    inset-inline-end: calc(100% + var(--u-3));
    top: var(--u-3);
    font: var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .asked:is(.local, .machine) .number {
    inset-inline-end: calc(100% + var(--u-4) + var(--u-3));
    top: 2px;
  }
  .asked .placed {
    padding: 2px 6px;
    border-radius: var(--u-radius);
    background: color-mix(in srgb, var(--u-accent) 12%, transparent);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
    white-space: nowrap;
  }
  .asked button.placed:hover {
    color: var(--u-ink);
  }
  .asked .aside {
    margin: 0 0 var(--u-1);
    font: var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .asked .aside:not(.who + .aside) {
    margin: var(--u-1) 0 0;
  }
  .asked .body {
    padding-inline-start: 0;
    margin-top: var(--u-3);
  }
  unspool-row[data-branch] .asked .number {
    display: none;
  }
  @container conversation (max-width: 860px) {
    .asked .number {
      display: none;
    }
  }
  @container conversation (max-width: 560px) {
    .asked {
      margin-inline: calc(-1 * var(--u-2));
      padding-inline: var(--u-3);
    }
  }
  @media (forced-colors: active) {
    .asked::before {
      background: CanvasText;
    }
  }
`;
