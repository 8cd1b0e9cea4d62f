import { type TemplateResult, html, nothing } from "lit";
import { relativePath } from "../../session/format";
import { spokenName } from "../../rows/facts";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { Row, RecordLink } from "../../parser/model";
import { runOf, textOf } from "../../parser/rows";
import { verb } from "../../rows/tools";
import { strings } from "./strings";
import { agentName } from "../../rows/agent-text";
import { strings as rowStrings } from "../../rows/strings";
const MAX = 200; // characters

/** The order in which links are listed. */
const order: readonly RecordLink["to"][] = [
  "turn",
  "agent",
  "started",
  "ended",
  "compaction",
  "call",
  "result",
  "with",
  "message",
  "counts",
  "before",
  "after",
  "more",
];

/** Renders the links of a row and a record. */
export function relatedRecords(list: readonly RecordLink[], from: LinkContext): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  const groups = order.map((to) => list.filter((record) => record.to === to)).filter((group) => group.length > 0);
  return html`<dl class="related">
    ${groups.map(
      (group) =>
        html`<div>
          <dt>${strings.to[group[0]?.to ?? "more"]}</dt>
          <dd>
            ${group.map((record) =>
              record.to === "more"
                ? html`<span class="note">${strings.moreRecords(record.count)}</span>`
                : link(record, from),
            )}
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** The source of the links. */
interface LinkContext {
  readonly row: Row | null;
  readonly project: string;
  readonly follow: (record: RecordLink) => void;
}

function link(record: RecordLink, { row: here, project, follow }: LinkContext): TemplateResult {
  const { row, location, label } = record;
  // Another record of the same row is distinguished only by its line.
  const other = row !== null && row.key !== here?.key ? row : null;
  const name =
    other === null
      ? html`<code>${markInvisible(label)}</code>`
      : html`<span class="what">${markInvisible(titleOf(other))}</span>`;
  const text = other === null ? "" : excerptOf(other, project);
  return html`<button
    type="button"
    class="related-record"
    title=${stripInvisible(other === null ? label : `${titleOf(other)} ${text}`.trim())}
    @click=${() => follow(record)}
  >
    <span class="text clamp">${name} <span class="words">${markInvisible(text)}</span></span>
    ${location === null || isOfRow(record) ? nothing : html`<span class="place">${strings.line(location.line)}</span>`}
  </button>`;
}

/** Links between rows are described by the row's text, those between records also by line numbers. */
function isOfRow({ to }: RecordLink): boolean {
  return to === "turn" || to === "agent" || to === "started" || to === "ended" || to === "compaction";
}

/** Returns the title of a row: for a call what it does, for an agent its name. */
export function titleOf(row: Row): string {
  const run = runOf(row);
  if (run !== null)
    return run.kind === "agent"
      ? agentName(run.name || run.type)
      : run.kind === "workflow"
        ? rowStrings.workflow
        : rowStrings.kind.internal;
  return (row.kind === "tool" ? verb(row.tool) : spokenName(row)) || strings.kind(row.kind);
}

/**
 * Returns an excerpt of a row that its title does not contain: its first words, the target of a call or the task of an
 * agent.
 */
export function excerptOf(row: Row, project: string): string {
  const run = runOf(row);
  if (run !== null) return run.title.slice(0, MAX);
  return (row.kind === "tool" ? relativePath(row.tool.target, project) : textOf(row)).slice(0, MAX);
}
