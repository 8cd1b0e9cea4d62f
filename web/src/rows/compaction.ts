import { type TemplateResult, css, html, nothing } from "lit";
import { duration, tokens } from "../session/format";
import { icon } from "../ui/icon";
import { strings } from "./strings";
import type { CompactionRow, SummaryRow } from "../parser/model";
import { body } from "./shared/body";
import type { RowContext } from "./context";
import { prose } from "./shared/prose";

/** A compaction: a divider that opens to the summary. */
export function compaction(row: CompactionRow | SummaryRow, context: RowContext): TemplateResult {
  const { conversation } = context;
  const open = conversation.isOpen(row);
  const facts = [...(row.kind === "summary" ? [] : effect(row)), context.dates().time(row.time)].filter(
    (fact) => fact !== "",
  );
  const what = row.kind === "summary" ? strings.summary : strings.compactedBy(row.compacted.trigger);
  return html`<div class="compaction">
    <button
      type="button"
      class="divider"
      aria-expanded=${open}
      title=${context.dates().fullTime(row.time)}
      @click=${() => context.toggle(row)}
    >
      <span class="what">${icon("chevron")}${what}</span>
      ${facts.length === 0 ? nothing : html`<span class="sizes">${facts.join(" · ")}</span>`}
    </button>
    ${
      open
        ? html`<div class="body">
            ${row.text === "" || row.kind === "summary" ? nothing : html`<h4 class="label">${strings.summary}</h4>`}
            ${row.text === "" || row.cut ? nothing : prose(row.key, row.text, context)}
            ${body(row.key, context, row.cut || row.text === "")}
          </div>`
        : nothing
    }
  </div>`;
}

function effect({ compacted: { before, after }, took }: CompactionRow): readonly string[] {
  return [before === null ? "" : sizes(before, after), took > 0 ? strings.tookTime(duration(took)) : ""];
}

function sizes(before: number, after: number | null): string {
  return after === null ? strings.tokensBefore(tokens(before)) : strings.tokensTo(tokens(before), tokens(after));
}

export const compactionStyles = css`
  .divider {
    display: flex;
    align-items: center;
    gap: var(--u-3);
    width: 100%;
    padding: var(--u-2) 0;
    color: var(--u-ink-2);
    font: var(--u-size-s) / var(--u-row) var(--u-font);
  }
  .divider::before,
  .divider::after {
    content: "";
    flex: 1;
    border-top: 1px solid var(--u-line-strong);
  }
  .divider .what {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    font-weight: 500;
  }
  .divider .icon {
    position: static;
    width: 14px;
    height: 14px;
    color: var(--u-ink-3);
    transition: rotate var(--u-quick);
  }
  .divider[aria-expanded="true"] .icon {
    rotate: 90deg;
  }
  .divider .sizes {
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .divider:hover .what {
    color: var(--u-ink);
  }
  .compaction .body {
    padding: var(--u-3) 0 0;
    color: var(--u-ink-2);
  }
  .compaction .label {
    margin: 0 0 var(--u-2);
    font: var(--u-medium) var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-3);
  }
  @container conversation (max-width: 560px) {
    .divider {
      flex-wrap: wrap;
      row-gap: 0;
      justify-content: center;
    }
    .divider .sizes {
      order: 3;
      flex-basis: 100%;
    }
  }
`;
