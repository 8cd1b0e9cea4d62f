import { type TemplateResult, html, nothing } from "lit";
import { relativePath } from "../../session/format";
import { spokenName } from "../../rows/facts";
import { marked, visible } from "../../content/visible-text";
import type { Row, RecordLink } from "../../parser/model";
import { runOf, textOf } from "../../parser/rows";
import { verb } from "../../rows/tools";
import { agentName, paneWords, words } from "../../parser/words";

const say = paneWords.inspector;
const MOST = 200; // characters

/** The order in which ways are listed. */
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

/** Where a row and a record lead. */
export function ways(list: readonly RecordLink[], from: WayFrom): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  const groups = order.map((to) => list.filter((way) => way.to === to)).filter((group) => group.length > 0);
  return html`<dl class="ways">
    ${groups.map(
      (group) =>
        html`<div>
          <dt>${say.to[group[0]?.to ?? "more"]}</dt>
          <dd>
            ${group.map((way) => (way.to === "more" ? html`<span class="note">${say.moreRecords(way.count)}</span>` : link(way, from)))}
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** What ways lead from. */
export interface WayFrom {
  readonly row: Row | null;
  readonly project: string;
  readonly follow: (way: RecordLink) => void;
}

function link(way: RecordLink, { row: here, project, follow }: WayFrom): TemplateResult {
  const { row, location, label } = way;
  // To another record of the same row its line is all that tells it.
  const other = row !== null && row.key !== here?.key ? row : null;
  const name =
    other === null ? html`<code>${marked(label)}</code>` : html`<span class="what">${marked(titleOf(other))}</span>`;
  const said = other === null ? "" : glimpse(other, project);
  return html`<button
    type="button"
    class="way"
    title=${visible(other === null ? label : `${titleOf(other)} ${said}`.trim())}
    @click=${() => follow(way)}
  >
    <span class="text">${name} <span class="words">${marked(said)}</span></span>
    ${location === null || isOfRow(way) ? nothing : html`<span class="place">${say.line(location.line)}</span>`}
  </button>`;
}

/** Ways between rows are known by their words, those between records by their lines as well. */
function isOfRow({ to }: RecordLink): boolean {
  return to === "turn" || to === "agent" || to === "started" || to === "ended" || to === "compaction";
}

/** What a row is called; of a call what it does, of an agent who it is. */
export function titleOf(row: Row): string {
  const run = runOf(row);
  if (run !== null)
    return run.kind === "agent"
      ? agentName(run.name || run.type)
      : run.kind === "workflow"
        ? words.workflow
        : words.kind.internal;
  return (row.kind === "tool" ? verb(row.tool) : spokenName(row)) || say.kind(row.kind);
}

/** The first words of a row, what a call is about or an agent was asked for: its name does not hold them. */
export function glimpse(row: Row, project: string): string {
  const run = runOf(row);
  if (run !== null) return run.title.slice(0, MOST);
  return (row.kind === "tool" ? relativePath(row.tool.target, project) : textOf(row)).slice(0, MOST);
}
