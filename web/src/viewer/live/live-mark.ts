import { type TemplateResult, html, nothing } from "lit";
import { strings } from "./strings";
import { icon } from "../../ui/icon";
import type { FreshRows } from "./new-rows-badge";

/**
 * The state of watching the files: "still" if there are no handles to watch them by, "ambiguous" if several share the
 * name of the current one.
 */
export type LiveState = "still" | "following" | "paused" | "gone" | "changed" | "ambiguous" | "lost";

interface Followed {
  readonly state: LiveState;
  readonly canReload: boolean;
  toggle(): void;
  reload(): Promise<void>;
}

/** Renders the live state in words, and the button that changes it. */
export function liveMark(live: Followed): TemplateResult | typeof nothing {
  const { state } = live;
  if (state !== "still") {
    return html`<button
      type="button"
      class="live"
      data-state=${state}
      aria-label=${strings[state]}
      aria-pressed=${state !== "paused"}
      title=${strings[`${state}Note`]}
      @click=${() => live.toggle()}
    >
      <span class="dot"></span><span>${strings[state]}</span>
    </button>`;
  }
  return live.canReload
    ? html`<button type="button" class="live" title=${strings.reloadNote} @click=${() => void live.reload()}>
        ${strings.reload}
      </button>`
    : nothing;
}

/** Renders the button that goes to new rows. */
export function freshMark(fresh: FreshRows): TemplateResult {
  const { count } = fresh;
  return html`<div class="fresh-box" role="status">
    ${
      count === 0
        ? nothing
        : html`<button type="button" class="fresh" @click=${() => void fresh.go()}>
            ${strings.fresh(count)} ${icon("chevron")}
          </button>`
    }
  </div>`;
}
