import { type TemplateResult, css, html, nothing } from "lit";
import { number } from "../base/format";
import { baseName, duration, relativePath, tokens } from "../session/format";
import { strings } from "./strings";
import { answer } from "./tool-text";
import { strings as contentStrings } from "../content/strings";
import type { Tool, ToolRow } from "../parser/model";
import { agent } from "./agent";
import { body } from "./shared/body";
import type { RowContext } from "./context";
import { diffstat } from "./shared/diffstat";
import { line } from "./shared/line";
import { markInvisible, stripInvisible } from "../content/visible-text";
import { descriptor, isBad, isDescribed, targetForm, verb } from "./tools";
import { who } from "./shared/speaker";

/** Fewer tokens than these are not shown on the line of a call: they fill nothing. */
const MIN_TOKENS = 100;

/** A tool call on one line, with its outcome. */
export function tool(row: ToolRow, context: RowContext): TemplateResult {
  if (row.run !== null) return agent(row, row.run, context);
  const call = row.tool;
  const open = context.conversation.isOpen(row);
  const bad = isBad(call);
  return html`<div class="tool">
    ${who(row, context)}
    ${line({
      icon: descriptor(call.kind).icon,
      tone: bad ? "bad" : "usual",
      open,
      toggle: () => context.toggle(row),
      content: html`${head(call, context.project())}${open ? nothing : reason(call)}`,
      end: html`${outcome(call)}${contextTokens(call.tokens)}<span class="took">${duration(call.duration)}</span>`,
      body: () => body(row.key, context, true),
    })}
  </div>`;
}

/** Renders the verb, the target and the note. */
function head(call: Tool, project: string): TemplateResult {
  const { onServer, remark: noteOf } = descriptor(call.kind);
  const described = isDescribed(call);
  const remark = described ? "" : noteOf === undefined ? call.note : noteOf(call.note, project);
  const where = onServer === true ? call.server : "";
  return html`<span class="head ${described ? "described" : ""}"
    ><span class="verb ellipsis" title=${stripInvisible(call.name)}
      >${markInvisible(described ? call.note : verb(call))}</span
    >${
      where === "" ? nothing : html`<span class="server ellipsis">${markInvisible(where)}</span>`
    }${target(call, project)}${remark === "" ? nothing : html`<span class="remark ellipsis">${markInvisible(remark)}</span>`}</span
  >`;
}

/** Renders the main argument, truncated in the middle, since both ends matter. */
function target(call: Tool, project: string): TemplateResult | typeof nothing {
  if (call.target === "") return nothing;
  const first = call.target.split("\n", 1)[0] ?? "";
  const form = targetForm(call);
  const isPath = form === "path" && !/^https?:/.test(first);
  const shown = isPath ? relativePath(first, project) : first;
  const lines = call.lines ?? 0;
  const range = call.from > 0 ? `:${call.from}${lines > 1 ? `–${call.from + lines - 1}` : ""}` : "";
  const end = isPath ? shown.length - baseName(shown).length : lastWords(shown);
  const style = isPath || form === "phrase" ? form : "";
  return html`<bdi class="object ${style}" title=${stripInvisible(call.target.slice(0, 2000))}
    >${end === 0 ? nothing : html`<span class="start">${markInvisible(shown.slice(0, end))}</span>`}${
      end === shown.length ? nothing : html`<span class="last">${markInvisible(shown.slice(end))}</span>`
    }${range === "" ? nothing : html`<span class="range">${range}</span>`}</bdi
  >`;
}

/**
 * Returns where the last words begin, at most 24 characters and two fifths of the text: they are either kept whole or
 * dropped when the text is shortened.
 */
function lastWords(text: string): number {
  if (text.length < 32) return text.length;
  const from = text.length - Math.min(24, Math.floor(text.length * 0.4));
  const at = text.slice(from, -5).search(/[ /\\]/);
  if (at < 0) return text.length;
  return from + at + (text[from + at] === " " ? 1 : 0); // a space is removed with the text that it precedes
}

/** Renders why a call failed: its message, or what the user said. */
export function reason(call: Tool): TemplateResult | typeof nothing {
  if (!isBad(call) || call.error === "") return nothing;
  return html`<span class="why clamp"
    >${markInvisible(call.status === "rejected" ? strings.userFeedback(call.error) : call.error)}</span
  >`;
}

/** Renders the outcome of a call: the word for its result, then its size. */
export function outcome(call: Tool): TemplateResult | string {
  const text = call.status === "ok" ? answer(call.answer) : "";
  const size = measure(call);
  if (text === "") return size;
  return html`<span class="answer ellipsis">${markInvisible(text)}</span
    >${size === "" ? nothing : html`<span class="size">${size}</span>`}`;
}

/** Renders what calls added to the context, if that is more than a few tokens. */
export function contextTokens(n: number): TemplateResult | typeof nothing {
  return n < MIN_TOKENS
    ? nothing
    : html`<span class="tokens" title=${strings.addedTokens(number(n))}>${strings.tokens(tokens(n))}</span>`;
}

function measure(call: Tool): TemplateResult | string {
  const { counted, showsExit, silent } = descriptor(call.kind);
  switch (call.status) {
    case "error":
      return html`<span class="bad">${call.exit ? contentStrings.exit(call.exit) : strings.outcome.failed}</span>`;
    case "rejected":
    case "denied":
    case "interrupted":
      return html`<span class="bad">${strings.outcome[call.status]}</span>`;
    case "background":
    case "running":
    case "none":
      return strings.outcome[call.status];
    case "ok":
      break;
  }
  if (call.added !== null || call.removed !== null) return diffstat(call.added, call.removed);
  if (call.done !== null) return strings.done(call.done, Math.max(call.count ?? 0, call.done));
  if (call.count !== null) {
    if (call.unit === "file") return strings.files(call.count, call.more);
    if (call.unit === "match") return strings.matches(call.count, call.more);
    return (counted ?? strings.results)(call.count);
  }
  if (showsExit === true && call.exit) return html`<span class="bad">${contentStrings.exit(call.exit)}</span>`;
  if (!call.lines && silent !== undefined) return silent(call);
  return call.lines === null ? "" : strings.lines(call.lines, call.more);
}

export const toolStyles = css`
  :is(.tool, .agent) .content {
    display: flex;
    flex-direction: column;
  }
  .head {
    display: flex;
    align-items: baseline;
    min-width: 0;
    gap: var(--u-2);
    white-space: nowrap;
  }
  .verb {
    flex: none;
    max-width: 60%;
    color: var(--u-ink);
    font-weight: var(--u-medium);
  }
  .verb:has(+ .server) {
    max-width: 100%;
  }
  .server {
    flex: none;
    max-width: 16ch;
    font-size: var(--u-size-s);
    color: var(--u-ink-3);
  }
  .object {
    display: flex;
    align-items: baseline;
    min-width: 0;
    flex: 0 1 auto;
    font-family: var(--u-mono);
    font-size: 0.92em;
    color: var(--u-ink-2);
  }
  .object.phrase {
    font: inherit;
  }
  .described .object {
    color: var(--u-ink-3);
  }
  .object .start {
    overflow: hidden;
    text-overflow: ellipsis;
    min-width: 0;
    white-space: pre;
  }
  .object .last {
    flex: none;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .object.path .last {
    color: var(--u-ink);
  }
  /* The last words are shown whole beside at least 12 characters of the beginning; without space for both, they wrap
     and are hidden. */
  .object:not(.path) {
    flex-wrap: wrap;
    height: 1lh;
    overflow: hidden;
  }
  .object:not(.path) .start {
    flex: 1 1 12ch;
    max-width: max-content;
  }
  .object .range {
    flex: none;
    color: var(--u-ink-3);
  }
  .remark {
    flex: 1 1 0;
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  .why {
    font-size: var(--u-size-s);
    color: var(--u-bad);
  }
  .end {
    display: flex;
    gap: var(--u-2);
  }
  .end .answer {
    max-width: 220px;
  }
  .end .answer + .size {
    margin-inline-start: calc(-1 * var(--u-1));
  }
  .end .answer + .size::before {
    content: "· ";
  }
  .end .took {
    min-width: 64px;
    text-align: end;
  }
  .end .tokens {
    color: var(--u-ink-3);
  }
  @container conversation (max-width: 760px) {
    .end .tokens {
      display: none;
    }
  }
  .end .bad {
    font-weight: 500;
  }
  @container conversation (max-width: 560px) {
    .end .took,
    .end .answer + .size,
    .described .object,
    .server,
    .remark {
      display: none;
    }
    .described .verb {
      max-width: 100%;
    }
    .end .answer {
      max-width: 110px;
    }
  }
`;
