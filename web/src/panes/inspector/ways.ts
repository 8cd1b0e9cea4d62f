import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "unspool:pane-words";
import { marked } from "../../rows/marked";
import { spokenName } from "../../rows/facts";
import type { Row, Way } from "../../worker/model";

const say = paneWords.inspector;

/** The order in which ways are listed. */
const order: readonly Way["to"][] = ["turn", "agent", "started", "ended", "compaction", "call", "result", "with", "message", "counts", "before", "after", "more"];

/** Where a row and a record lead. */
export function ways(list: readonly Way[], follow: (way: Way) => void): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  const groups = order.map((to) => list.filter((way) => way.to === to)).filter((group) => group.length > 0);
  return html`<h3>${say.leads}</h3>
    <dl class="ways">
      ${groups.map(
        (group) => html`<div>
          <dt>${say.to[group[0]?.to ?? "more"]}</dt>
          <dd>${group.map((way) => (way.to === "more" ? html`<span class="note">${say.moreRecords(way.count)}</span>` : link(way, follow)))}</dd>
        </div>`,
      )}
    </dl>`;
}

function link(way: Way, follow: (way: Way) => void): TemplateResult {
  const { row, origin, label } = way;
  const words = row === null ? "" : glimpse(row);
  const name = row === null ? "" : titleOf(row);
  return html`<button type="button" class="way" @click=${() => follow(way)}>
    ${name === "" ? nothing : html`<span class="what">${marked(name)}</span>`} ${words === "" ? nothing : html`<span class="words">${marked(words)}</span>`}
    ${name === "" && words === "" ? html`<code>${marked(label)}</code>` : nothing}
    ${origin.length === 0 || isOfRow(way) ? nothing : html`<span class="place">${say.line(origin.line)}</span>`}
  </button>`;
}

/** Ways between rows are known by their words, those between records by their lines as well. */
function isOfRow({ to }: Way): boolean {
  return to === "turn" || to === "agent" || to === "started" || to === "ended" || to === "compaction";
}

/** What a row is called. */
export function titleOf(row: Row): string {
  return spokenName(row) || say.kind(row.kind);
}

/** The first words of a row whose name does not hold them. */
export function glimpse(row: Row): string {
  return row.tool === null && row.run === null && row.series === null ? row.text.slice(0, 160) : "";
}
