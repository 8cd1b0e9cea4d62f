import { type TemplateResult, html, nothing } from "lit";
import { strings } from "../strings";
import { strings as sessionStrings } from "../../session/strings";
import type { RowContext } from "../context";

/**
 * The content of an open row, with a button for the exact bytes of its records; with the number of a chip, only the
 * part of that chip.
 */
export function body(key: string, context: RowContext, parts: boolean, chip = 0): TemplateResult {
  const asyncValue = context.conversation.rowCache.body(key);
  const renderer = context.bodies();
  switch (asyncValue.state) {
    case "waiting":
      return missing(asyncValue.state);
    case "failed":
      return renderer.state === "loaded" ? renderer.value.fault(asyncValue.error) : missing(renderer.state);
    case "loaded": {
      const all = (asyncValue.value.parts ?? []).map((one, at) => ({ one, at }));
      const shown = parts ? all.filter(({ one }) => chip === 0 || one.chip === chip) : [];
      // Items have records of their own.
      const records =
        chip > 0 || (shown.length > 0 && shown.every(({ one }) => one.kind === "items"))
          ? []
          : (asyncValue.value.records ?? []);
      if (shown.length === 0 && records.length === 0)
        return html`${parts ? html`<p class="note">${strings.noBody}</p>` : nothing}`;
      if (renderer.state !== "loaded") return missing(renderer.state);
      const { value } = renderer;
      return html`${shown.map(({ one, at }) => value.part(one, { row: key, at }, context))}
      ${records.length === 0 ? nothing : value.records(records, context)}`;
    }
  }
}

/** Renders the reason why there is no body yet. */
function missing(state: "waiting" | "failed"): TemplateResult {
  return html`<p class="note">${state === "failed" ? sessionStrings.notLoaded : sessionStrings.reading}</p>`;
}
