import { type CSSResult, type TemplateResult, css, html, nothing } from "lit";
import { bytes, relativePath } from "../../session/format";
import { icon } from "../../ui/icon";
import { renderCode } from "../../content/code/code";
import { showDiff } from "../../content/diff/diff-view";
import { gallery } from "../pictures/media";
import type { RenderEnv } from "../../content/render-context";
import { renderPlain } from "../../content/code/plain";
import { renderTerminal } from "../../content/terminal/terminal";
import { strings as rowStrings } from "../strings";
import { strings } from "./strings";
import { strings as contentStrings } from "../../content/strings";
import { answer } from "../tool-text";
import { strings as sessionStrings } from "../../session/strings";
import type { Part } from "../../parser/model";
import { isLong } from "../../parser/whole";
import { attemptStyles, attempts } from "./attempts";
import { alternativeEnd, alternativeStyles, alternatives } from "./branch-alternatives";
import { choiceStyles, choices } from "./choices";
import type { PartRenderer, PartPlace, RowContext } from "../context";
import { fault } from "../shared/failure-text";
import { fieldStyles, fields, files, links, todos } from "./fields";
import { itemStyles, items } from "./items";
import { layOut } from "./json";
import { markInvisible } from "../../content/visible-text";
import { matchStyles, matches } from "./matches";
import { plain } from "./plain";
import { prose } from "../shared/prose";
import { rawRecords, rawSheets } from "./raw";
import { whole } from "./load-full-part";
import { reportError } from "../../base/report-error";

/** Renders bodies with the viewer's services. */
export function createPartRenderer(env: RenderEnv): PartRenderer {
  return {
    fault: (error) => html`<p class="note bad">${fault(error)}</p>`,
    part: (one, place, context) => part(one, place, context, env),
    records: rawRecords,
    alternatives,
    alternativeEnd,
  };
}

/** Renders one part of a body. If it fails, that is shown in its place, and the others stay. */
function part(one: Part, place: PartPlace, context: RowContext, env: RenderEnv): TemplateResult {
  try {
    return renderPart(one, place, context, env);
  } catch (error) {
    reportError(error);
    return html`<p class="note bad">${rowStrings.broken}</p>`;
  }
}

/** Roles whose parts are collapsed: they were written for Claude or for a program. */
const folded: ReadonlySet<Part["role"]> = new Set(["instructions", "reminder", "script", "wire"]);

/** Roles whose label is left out of the first part, since the line above says the same. */
const unnamed: ReadonlySet<Part["role"]> = new Set(["input", "output", "plan"]);

function renderPart(one: Part, place: PartPlace, context: RowContext, env: RenderEnv): TemplateResult {
  const key = `${place.row}\n${place.at}`;
  const label = one.name !== "" && !speaksItself(one) ? one.name : strings.role[one.role];
  const folds = one.chip === 0 && folded.has(one.role); // a chip expands it already
  const open = !folds || context.conversation.isUnfolded(key);
  return html`<section class="part" data-kind=${one.kind} data-role=${one.role}>
    ${
      folds
        ? html`<button
            type="button"
            class="unfold"
            aria-expanded=${open}
            @click=${() => context.conversation.setUnfolded(key, !open)}
          >
            ${icon("chevron")}${markInvisible(strings.role[one.role])}
            <span class="beside"
              >${one.cut ? bytes(one.size) : rowStrings.lines(one.text.trimEnd().split("\n").length)}</span
            >
          </button>`
        : label === "" || speaksItself(one)
          ? nothing
          : html`<h4 class="label" ?data-plain=${one.name === "" && unnamed.has(one.role)}>${markInvisible(label)}</h4>`
    }
    ${
      !open
        ? nothing
        : one.cut && isLong(one)
          ? whole(one, place, context, (all) => wholeNode(all, context, env), content(one, key, context, env))
          : html`${content(one, key, context, env)} ${one.cut ? html`<p class="note">${cutNote(one)}</p>` : nothing}`
    }
  </section>`;
}

/** These contain their name or their role. */
function speaksItself(one: Part): boolean {
  return (
    one.kind === "code" ||
    one.kind === "diff" ||
    one.kind === "terminal" ||
    one.kind === "items" ||
    one.kind === "media" ||
    one.kind === "spilled" ||
    isEmpty(one)
  );
}

function isEmpty(one: Part): boolean {
  return one.kind === "text" && one.role === "output" && one.text === "";
}

function content(one: Part, key: string, context: RowContext, env: RenderEnv): unknown {
  switch (one.kind) {
    case "markdown":
      return prose(key, one.text, context);
    case "text":
      return isEmpty(one)
        ? html`<p class="note">${strings.emptyResult}</p>`
        : plain(one.text, one.name || strings.role[one.role] || contentStrings.output);
    case "code":
    case "diff":
    case "terminal": {
      const { kind } = one;
      return once(key, context, () => framed(one, kind, context, env));
    }
    case "fields":
      return fields(one.fields ?? []);
    case "files":
      return files(one.fields ?? [], context.project());
    case "links":
      return links(one.fields ?? []);
    case "todos":
      return todos(one.fields ?? []);
    case "questions":
      return choices(one.questions ?? []);
    case "matches":
      return once(key, context, () => matches(one.text, one.fields?.[0], context.project()));
    case "media":
      return gallery(one.media === null ? null : [one.media], context);
    case "items":
      return items(one.items ?? [], context);
    case "attempts":
      return attempts(one.attempts ?? [], context);
    case "json":
      return once(key, context, () => renderCode({ text: layOut(one.text), name: "", language: "json" }, env));
    case "spilled":
      return html`<p class="note">${markInvisible(spilledNote(one))}</p>`;
  }
}

type Framed = "code" | "diff" | "terminal";

/** Code, a change, or a command with its output. */
function framed(one: Part, kind: Framed, context: RowContext, env: RenderEnv): HTMLElement {
  const name = relativePath(one.name, context.project());
  switch (kind) {
    case "code":
      return renderCode({ text: one.text, name, path: one.name, start: one.start }, env);
    case "diff":
      return showDiff({ hunks: one.hunks, old: one.old, partly: one.cut, new: one.new, name, path: one.name }, env);
    case "terminal":
      return renderTerminal(
        {
          command: one.command,
          stdout: one.text,
          stderr: one.stderr,
          exit: one.exit,
          note: answer(one.note),
          answered: one.role !== "input",
        },
        env,
      );
  }
}

/** A part that was loaded completely. Text without a frame gets one here: long text is shown in steps. */
function wholeNode(all: Part, context: RowContext, env: RenderEnv): HTMLElement {
  switch (all.kind) {
    case "code":
    case "diff":
    case "terminal":
      return framed(all, all.kind, context, env);
    case "matches":
      return matches(all.text, all.fields?.[0], context.project());
    case "json":
      return renderPlain(layOut(all.text), all.name || strings.role[all.role] || contentStrings.output);
    default:
      return renderPlain(all.text, all.name || strings.role[all.role] || contentStrings.output);
  }
}

/** A node that is created once, however often its row is rendered. */
function once(key: string, context: RowContext, make: () => HTMLElement): HTMLElement | TemplateResult {
  const made = context.conversation.rowCache.node(key, async () => make());
  switch (made.state) {
    case "loaded":
      return made.value;
    case "waiting":
      return html`<p class="note">${sessionStrings.reading}</p>`;
    case "failed":
      return html`<p class="note bad">${rowStrings.broken}</p>`;
  }
}

const partStyles = css`
  .part {
    margin: 0 0 var(--u-3);
    min-width: 0;
  }
  .part:last-child {
    margin-bottom: 0;
  }
  .part > .label,
  .unfold {
    margin: 0 0 var(--u-1);
    font: var(--u-medium) var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-3);
  }
  .unfold {
    display: flex;
    align-items: center;
    gap: var(--u-1);
    margin-inline-start: -2px;
    font-family: inherit;
  }
  .unfold:hover {
    color: var(--u-ink);
  }
  .unfold .icon {
    width: 14px;
    height: 14px;
    transition: rotate var(--u-quick);
  }
  .unfold[aria-expanded="true"] .icon {
    rotate: 90deg;
  }
  .unfold .beside {
    font-weight: 400;
  }
  :is(.part:first-child > .label[data-plain], .body[data-chip] > .part > .label) {
    display: none;
  }
  .part[data-role="error"] > .label {
    color: var(--u-bad);
  }
  .part > .prose {
    font-size: var(--u-size-m);
    color: var(--u-ink-2);
  }
  .part[data-role="error"] .plaintext {
    background: var(--u-bad-soft);
  }
  .part[data-role="feedback"] {
    padding-inline-start: var(--u-3);
    border-inline-start: 2px solid var(--u-accent);
  }
  .body[data-chip] {
    margin-block-end: 0;
  }
  .part[data-role="feedback"] > .label {
    color: var(--u-accent);
  }
  .part[data-role="feedback"] > .prose {
    color: var(--u-ink);
  }
`;

/** Styles of the renderers. */
export const bodySheets: readonly CSSResult[] = [
  partStyles,
  fieldStyles,
  choiceStyles,
  matchStyles,
  itemStyles,
  attemptStyles,
  alternativeStyles,
  ...rawSheets,
];

/** Returns where the full output of a call is if the transcript has only its beginning. */
function spilledNote(one: Part): string {
  const size = one.size > 0 ? bytes(one.size) : "";
  if (one.role === "") return strings.spilledMissing(one.name, size);
  return one.note === "binary" ? strings.spilledBinary(one.name, size) : strings.spilled(one.name, size);
}

/** Lists are truncated in records or files, patches in lines, everything else in bytes. */
function cutNote(one: Part): string {
  if (one.kind === "diff") return strings.patchCut;
  if (one.kind === "items") return strings.cutList((one.items ?? []).length, one.size);
  if (one.kind === "files") return strings.cutList((one.fields ?? []).length, one.size);
  return strings.truncated(bytes(one.size));
}
