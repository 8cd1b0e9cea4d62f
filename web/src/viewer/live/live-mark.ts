import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "../../parser/words";
import { icon } from "../../ui/icon";
import type { FreshRows } from "./new-rows-badge";
import type { Live } from "./file-watcher";

/** How it stands with the files, in words, and the way to change it. */
export function liveMark(live: Live): TemplateResult | typeof nothing {
  const say = paneWords.live;
  const { state } = live;
  if (state !== "still") {
    return html`<button
      type="button"
      class="live"
      data-state=${state}
      aria-pressed=${state !== "paused"}
      title=${say[`${state}Note`]}
      @click=${() => live.toggle()}
    >
      <span class="dot"></span><span>${say[state]}</span>
    </button>`;
  }
  return live.reloads
    ? html`<button type="button" class="live" title=${say.reloadNote} @click=${() => void live.reload()}>
        ${say.reload}
      </button>`
    : nothing;
}

/** The way to rows that came while the reader was elsewhere. */
export function freshMark(fresh: FreshRows): TemplateResult {
  const { count } = fresh;
  return html`<div class="fresh-box" role="status">
    ${
      count === 0
        ? nothing
        : html`<button type="button" class="fresh" @click=${() => void fresh.go()}>
            ${paneWords.live.fresh(count)} ${icon("chevron")}
          </button>`
    }
  </div>`;
}
