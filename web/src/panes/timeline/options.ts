import { type TemplateResult, html } from "lit";
import type { SessionController } from "../session-controller";
import { entryWords } from "./entry";
import type { Listing } from "./listing";
import type { Moments } from "./entry-cache";
import type { Spans } from "../../session/timeline/spans";

const AROUND = 5; // entries before and after the current one

/** Renders the entries around one as a list for screen readers; without moments, that one alone. */
export function options(
  controller: SessionController,
  spans: Spans,
  listing: Listing,
  at: number,
  moments: Moments | undefined,
): readonly TemplateResult[] {
  const { from, size } = listing.lane(at);
  const middle = listing.indexOf(at);
  const around = moments === undefined ? 0 : AROUND;
  const list: TemplateResult[] = [];
  for (let place = Math.max(from, middle - around); place <= Math.min(from + size - 1, middle + around); place++) {
    const entry = listing.at(place) ?? 0;
    list.push(
      html`<div
        class="unseen"
        role="option"
        id="entry-${entry}"
        aria-selected=${place === middle}
        aria-posinset=${place - from + 1}
        aria-setsize=${size}
      >
        ${entryWords(controller, spans, entry, moments?.get(entry))}
      </div>`,
    );
  }
  return list;
}
