import { type TemplateResult, html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { type Dates, duration, isoTime, tokens } from "../../session/format";
import { copyButton } from "../../content/frame";
import { fact, modelName, used } from "../../rows/details/about-facts";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { Inspection, RecordFacts } from "../../parser/model";
import { number } from "../../base/format";
import { strings as detailStrings, stopReason } from "../../rows/details/strings";
import { strings } from "./strings";

/** Renders when a row was written, what it used, and why it ended. */
export function facts({ about, end, inSession, inTurn, prompt, agent }: Inspection, dates: Dates): TemplateResult {
  // Prompts belong to the main conversation; an agent's actions are timed from its prompt.
  const numbered = prompt > 0 ? number(prompt) : "";
  return html`<dl>
    ${fact(detailStrings.when, about.time > 0 ? time(about.time, dates) : detailStrings.noTime)}
    ${fact(strings.ended, end > 0 ? time(end, dates) : "")} ${fact(detailStrings.took, duration(about.duration))}
    ${fact(strings.inTurn, agent === "" ? [numbered, since(inTurn)].filter((part) => part !== "").join(", ") : numbered)}
    ${agent === "" ? nothing : fact(strings.inAgent, since(inTurn))} ${fact(strings.inSession, since(inSession))}
    ${fact(detailStrings.model, modelName(about.model))}
    ${fact(
      strings.stop,
      about.stop === ""
        ? ""
        : html`${markInvisible(stopReason(about.stop))}<small>${markInvisible(about.stop)}</small>`,
    )}
  </dl>`;
}

/** Renders the usage of the whole response, turn or agent. */
export function usage({ about, window }: Inspection): TemplateResult {
  if (about.scope === "") return html`<p class="note">${strings.noUsage}</p>`;
  const share =
    window !== null && about.context !== null
      ? strings.share(Math.round((100 * about.context) / window), tokens(window))
      : strings.noWindow;
  return html`<dl>${used(about, share)}</dl>
    <p class="note">
      ${detailStrings.scope[about.scope](about.responses)} ${about.duplicate ? detailStrings.copyOfResponse : ""}
    </p>`;
}

function time(ms: number, dates: Dates): TemplateResult {
  return html`<time datetime=${isoTime(ms)}>${dates.dateAndTime(ms)}</time>`;
}

/** Formats the time since a start, which may be unknown; times can run backwards. */
function since(ms: number | null): string {
  if (ms === null) return "";
  if (ms === 0) return strings.atStart;
  return ms > 0 ? strings.after(duration(ms)) : strings.ahead(duration(-ms));
}

/** Renders the IDs of the row and the record, each with a copy button. */
export function ids(
  inspection: Inspection | undefined,
  record: RecordFacts | undefined,
): TemplateResult | typeof nothing {
  const names: readonly (readonly [label: string, id: string])[] = [
    [detailStrings.record, record?.location.uuid ?? inspection?.about.uuid ?? ""],
    [detailStrings.message, record?.message ?? ""],
    [detailStrings.request, record?.request ?? ""],
    ...(record?.calls ?? []).map(
      ({ name, value }) => [name === "" ? strings.call : strings.callOf(stripInvisible(name)), value] as const,
    ),
    [strings.agent, inspection?.agent ?? ""],
    [strings.session, inspection?.session ?? ""],
  ];
  const known = names.filter(([, id]) => id !== "");
  if (known.length === 0) return nothing;
  const more = record?.moreCalls ?? 0;
  return html`<dl class="ids">
    ${known.map(([label, id]) => fact(label, html`<code>${markInvisible(id)}</code>${guard([label, id], () => copier(label, id))}`))}
    ${more === 0 ? nothing : fact(strings.moreCalls, `+${number(more)}`)}
  </dl>`;
}

function copier(label: string, id: string): HTMLElement {
  const button = copyButton(() => id);
  button.setAttribute("aria-label", strings.copyId(label));
  return button;
}
