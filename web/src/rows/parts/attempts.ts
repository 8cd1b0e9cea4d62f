import { type TemplateResult, css, html, nothing } from "lit";
import { duration, isoTime } from "../../session/format";
import { strings } from "./strings";
import { errorText } from "../note-text";
import type { Attempt } from "../../parser/model";
import type { RowContext } from "../context";
import { markInvisible, stripInvisible } from "../../content/visible-text";

/**
 * The attempts of a request that failed, one per line: the time, the API's error, and the delay before the next
 * attempt.
 */
export function attempts(list: readonly Attempt[], context: RowContext): TemplateResult {
  return html`<table class="attempts">
    <tbody>
      ${list.map(
        (one) =>
          html`<tr title=${one.request === "" ? nothing : stripInvisible(strings.request(one.request))}>
            <td class="number">${strings.retryNumber(one.number, one.most)}</td>
            <td>
              ${
                one.time > 0
                  ? html`<time datetime=${isoTime(one.time)} title=${context.dates().fullTime(one.time)}
                      >${context.dates().exactTime(one.time)}</time
                    >`
                  : nothing
              }
            </td>
            <td class="status">${one.status > 0 ? one.status : nothing}</td>
            <td class="what" dir="auto">${one.text === "" ? strings.noMessage : markInvisible(errorText(one.text))}</td>
            <td>${one.wait > 0 ? strings.retriedAfter(duration(one.wait)) : nothing}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

export const attemptStyles = css`
  .attempts {
    border-collapse: collapse;
    font: var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .attempts td {
    padding: 2px var(--u-4) 2px 0;
    vertical-align: baseline;
    white-space: nowrap;
  }
  .attempts td:last-child {
    padding-inline-end: 0;
    text-align: end;
  }
  .attempts .status {
    color: var(--u-bad);
    font-weight: var(--u-medium);
  }
  .attempts .what {
    width: 100%;
    color: var(--u-ink-2);
    white-space: normal;
    overflow-wrap: anywhere;
  }
  @container conversation (max-width: 560px) {
    .attempts tr {
      display: flex;
      flex-wrap: wrap;
    }
    .attempts .what {
      order: 1;
    }
  }
`;
