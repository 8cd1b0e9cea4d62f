import { type TemplateResult, html, nothing } from "lit";
import { isFailure, reason } from "../worker/failure";
import { words } from "../words";
import type { RowContext } from "./context";
import { rawRecord } from "./raw";

/** What a row opens to, and the way to the exact bytes that it stands on; with a chip's number, only what that chip opens to. */
export function body(key: string, context: RowContext, parts: boolean, chip = 0): TemplateResult {
  const later = context.conversation.body(key);
  const drawer = context.parts();
  switch (later.state) {
    case "waiting":
      return html`<p class="note">${words.reading}</p>`;
    case "failed":
      return html`<p class="note bad">${said(later.error)}</p>`;
    case "here": {
      const all = (later.value.parts ?? []).map((one, at) => ({ one, at }));
      const shown = parts ? all.filter(({ one }) => chip === 0 || one.chip === chip) : [];
      // Items bring their own records along.
      const records = chip > 0 || (shown.length > 0 && shown.every(({ one }) => one.kind === "items")) ? [] : (later.value.records ?? []);
      if (shown.length > 0 && drawer.state === "waiting") return html`<p class="note">${words.reading}</p>`;
      const severalFiles = records.some((origin) => origin.line > 0 && origin.file !== records[0]?.file);
      return html`${drawer.state === "here"
        ? shown.map(({ one, at }) => drawer.value(one, { row: key, at }, context))
        : shown.length > 0
          ? html`<p class="note bad">${words.row.broken}</p>`
          : nothing}
      ${parts && shown.length === 0 && records.length === 0 ? html`<p class="note">${words.row.noBody}</p>` : nothing}
      ${records.length === 0 ? nothing : html`<div class="records">${records.map((origin) => rawRecord(origin, context, severalFiles))}</div>`}`;
    }
  }
}

/** Why a body does not show. A file that changed is the usual reason. */
function said(error: unknown): string {
  return isFailure(error) && error.code === "unreadable" ? words.row.unreadable : words.row.failedBody(reason(error));
}
