import { type TemplateResult, html, nothing } from "lit";
import { duration, tokens } from "../../session/format";
import { markInvisible } from "../../content/visible-text";
import { verb } from "../../rows/tools";
import { outcome, reason } from "../../rows/tool";
import { strings } from "./strings";
import { strings as rowStrings } from "../../rows/strings";
import type { Moment } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { INTERRUPT, OPEN, type Spans, isCall, kinds } from "../../session/timeline/spans";

/** Describes an entry in words: what it is, when, and for how long. */
export function entryWords(
  controller: SessionController,
  spans: Spans,
  entry: number,
  moment: Moment | undefined,
): TemplateResult {
  const kind = spans.kind[entry] ?? 0;
  const flags = spans.flags[entry] ?? 0;
  const name = strings.kinds[kinds[kind] ?? "prompt"];
  const tool = moment?.tool ?? undefined;
  const call = isCall(kind) ? tool : undefined;
  const what = tool === undefined ? (moment?.text ?? "") : tool.target;
  const took = (spans.end[entry] ?? 0) - (spans.start[entry] ?? 0);
  const isTimed = spans.times === "recorded";
  const facts: (string | TemplateResult)[] = [
    isTimed ? controller.dates.exactTime(spans.start[entry] ?? 0) : "",
    // A call may include waiting for the user, which is not recorded: only the time to its result is known.
    !isTimed || took <= 0 ? "" : isCall(kind) ? strings.resultAfter(duration(took)) : duration(took),
    isCall(kind) && (flags & OPEN) !== 0 ? strings.noResult : "",
    (spans.prompt[entry] ?? 0) > 0 && kind !== INTERRUPT ? strings.inPrompt(spans.prompt[entry] ?? 0) : "",
  ];
  if (call !== undefined) {
    if ((flags & OPEN) === 0) facts.push(outcome(call));
    if (call.tokens > 0) facts.push(rowStrings.tokens(tokens(call.tokens)));
  }
  return html`<b>${call === undefined ? name : markInvisible(verb(call))}</b
    >${what === "" ? nothing : html` <span class="what clamp">${markInvisible(what)}</span>`}
    ${call === undefined ? nothing : reason(call)}
    <span class="facts"
      >${join([...[moment?.by ?? "", moment?.task ?? ""].map((name) => (name === "" ? "" : markInvisible(name))), ...facts])}</span
    >`;
}

/** Puts separators between facts, without the empty ones. */
function join(facts: readonly unknown[]): readonly unknown[] {
  return facts.filter((fact) => fact !== "").map((fact, at) => (at === 0 ? fact : html` · ${fact}`));
}
