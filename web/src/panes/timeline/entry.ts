import { type TemplateResult, html, nothing } from "lit";
import { duration } from "../../session/format";
import { marked } from "../../content/visible-text";
import { verb } from "../../rows/tools";
import { strings } from "./strings";
import { strings as rowStrings } from "../../rows/strings";
import type { Moment } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { FAILED, INTERRUPT, OPEN, type Spans, isCall, kinds } from "../../session/timeline/spans";

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
  const tool = moment?.tool;
  const what = tool === undefined || tool === null ? (moment?.text ?? "") : tool.target;
  const took = (spans.end[entry] ?? 0) - (spans.start[entry] ?? 0);
  const facts = [
    spans.times !== "recorded" ? "" : controller.dates.exactTime(spans.start[entry] ?? 0),
    // A call may include waiting for the user, which is not recorded: only the time to its result is known.
    spans.times !== "recorded" || took <= 0 ? "" : isCall(kind) ? strings.resultAfter(duration(took)) : duration(took),
    isCall(kind) && (flags & OPEN) !== 0 ? strings.noResult : "",
    isCall(kind) && (flags & FAILED) !== 0
      ? tool?.status === "rejected"
        ? rowStrings.outcome.rejected
        : strings.failed
      : "",
    (spans.prompt[entry] ?? 0) > 0 && kind !== INTERRUPT ? strings.inPrompt(spans.prompt[entry] ?? 0) : "",
  ].filter((fact) => fact !== "");
  return html`<b>${isCall(kind) && tool ? marked(verb(tool)) : name}</b
    >${what === "" ? nothing : html` <span class="what clamp">${marked(what)}</span>`}
    <span class="facts"
      >${[moment?.by ?? "", moment?.task ?? ""].map((name) => (name === "" ? nothing : html`${marked(name)} · `))}${facts.join(" · ")}</span
    >`;
}
