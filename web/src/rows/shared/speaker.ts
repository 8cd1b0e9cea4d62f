import { type TemplateResult, css, html, nothing } from "lit";
import { cost, costNote, duration, isLow, isoTime, model, tokens } from "../../session/format";
import { strings } from "../strings";
import { agentName } from "../agent-text";
import type { Row } from "../../parser/model";
import type { RowContext } from "../context";
import { markInvisible, stripInvisible } from "../../content/visible-text";

/** Returns the name of who or what sent a prompt or an event. */
function senderOf(row: Row): string {
  if (row.kind === "prompt" && row.event !== "") return strings.event[row.event];
  return ("flavor" in row && strings.flavor[row.flavor]) || strings.you;
}

/** Returns the name of whose turn to speak begins with a row, or "". */
export function speakerOf(row: Row, by: Row["by"] = row.by): string {
  switch (by) {
    case "you":
      return senderOf(row);
    case "claude":
      return strings.claude;
    case "agent":
      return agentName(row.speaker);
    case "":
      return "";
  }
}

/** Renders who speaks from this row on, the time, and the figures of the reply. */
export function who(row: Row, context: RowContext): TemplateResult | typeof nothing {
  if (row.by === "") return nothing;
  const reply = row.reply;
  const facts =
    reply === null
      ? []
      : [
          reply.model === "" ? "" : model(reply.model),
          reply.thought === null ? "" : strings.thoughtFor(reply.thought > 0 ? duration(reply.thought) : ""),
          reply.output && !isLow(reply.low) ? strings.tokensOut(tokens(reply.output)) : "",
          duration(reply.duration),
          cost(reply.cost, reply.low),
        ].filter((fact) => fact !== "");
  const number = row.by === "you" && row.opens && row.prompt > 0 ? strings.promptNumber(row.prompt) : "";
  const unasked = reply?.headless === true && row.by === "claude";
  return html`${unasked ? html`<p class="unasked">${strings.noPrompt}</p>` : nothing}
    <h3 class="who small-line ${row.by}">
      ${number === "" ? nothing : html`<span class="unseen">${number},</span> `}<span class="name"
        >${markInvisible(speakerOf(row))}</span
      >
      ${
        row.by === "you" && row.time > 0
          ? html`<time datetime=${isoTime(row.time)} title=${context.dates().fullTime(row.time)}
              >${row.depth > 0 && row.before === 0 ? context.dates().time(row.time) : context.dates().timeAfter(row.time, row.before)}</time
            >`
          : nothing
      }
      ${
        facts.length === 0
          ? nothing
          : html`<span class="facts" title=${reply === null ? "" : stripInvisible(costNote(reply.cost, reply.low))}
              >${markInvisible(facts.join(" · "))}</span
            >`
      }
    </h3>`;
}

export const whoStyles = css`
  .who {
    margin: 0 0 var(--u-1);
  }
  .who .name {
    font-weight: 600;
    color: var(--u-ink);
  }
  .unasked {
    margin: 0 0 var(--u-3);
    font-size: var(--u-size-s);
    color: var(--u-ink-3);
  }
  .who.you .name {
    color: var(--u-accent);
  }
  .who.agent .name {
    color: var(--hue, var(--u-ink));
  }
`;
