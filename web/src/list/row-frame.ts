import { type TemplateResult, html, nothing } from "lit";
import type { RowContext } from "../rows/context";
import { continues, isUnsaid, isWork, spokenName } from "../rows/facts";
import { stripInvisible } from "../content/visible-text";
import { strings as sessionStrings } from "../session/strings";
import { strings as rowStrings } from "../rows/strings";
import type { Row } from "../parser/model";
import type { RowName } from "./list-layout";
import { reportError } from "../base/report-error";

/** Renders a row as an article of a feed, with the attributes that styles need about its neighbors. */
export function rowFrame(
  index: number,
  context: RowContext,
  reachable: RowName | undefined,
  busy: boolean,
  marked = "",
): TemplateResult {
  const { conversation } = context;
  const row = conversation.row(index);
  return html`<unspool-row
    role="article"
    tabindex=${conversation.nameAt(index) === reachable ? 0 : -1}
    aria-posinset=${index + 1}
    aria-setsize=${busy ? -1 : conversation.total}
    aria-label=${row === undefined ? sessionStrings.reading : stripInvisible(nameOf(row))}
    data-index=${index}
    data-kind=${row?.kind ?? "waiting"}
    data-depth=${Math.min(row?.depth ?? 0, 4)}
    data-by=${row?.by || nothing}
    ?data-turn=${row !== undefined && row.opens && row.depth === 0}
    ?data-branch=${row?.branch ?? false}
    ?data-copied=${row?.copied ?? false}
    ?data-inside=${row?.inside ?? false}
    ?data-between=${row !== undefined && isUnsaid(row) && isWork(conversation.row(index - 1)) && continues(conversation.row(index + 1))}
    ?data-marked=${marked !== "" && row?.key === marked}
    .row=${row}
    .context=${context}
  ></unspool-row>`;
}

/** If one row cannot be named, the others still render. */
function nameOf(row: Row): string {
  try {
    return spokenName(row);
  } catch (error) {
    reportError(error);
    return rowStrings.broken;
  }
}
