import { type TemplateResult, html, nothing } from "lit";
import type { Moment } from "../../parser/model";
import { lanesShown } from "../../session/timeline/geometry";
import { placeOf } from "../../session/timeline/place";
import type { Scene } from "../../session/timeline/scene";
import type { Spans } from "../../session/timeline/spans";
import type { SessionController } from "../session-controller";
import { entryWords } from "./entry";
import { strings } from "./strings";

/** An entry of the strip that a card describes. */
interface CardEntry {
  readonly entry: number | undefined;
  readonly moment: Moment | undefined;
  /** How many entries are drawn in the same place. */
  readonly count: number;
}

/** Renders the card of an entry, hidden while there is none. */
export function hoverCard(
  controller: SessionController,
  spans: Spans,
  { entry, moment, count }: CardEntry,
): TemplateResult {
  return html`<div class="tip" aria-hidden="true" ?hidden=${entry === undefined}>
    ${entry === undefined ? nothing : entryWords(controller, spans, entry, moment)}
    ${count > 1 ? html`<span class="facts">${strings.moreHere(count - 1)}</span>` : nothing}
  </div>`;
}

/** Places the card of an entry below the entry, at most at `pointer`, and within the width of the strip. */
export function placeCard(
  { host, root }: { readonly host: HTMLElement; readonly root: ParentNode },
  scene: Scene,
  { entry, pointer }: { readonly entry: number | undefined; readonly pointer: number | undefined },
): void {
  const card = root.querySelector<HTMLElement>(".tip");
  const stage = root.querySelector(".stage");
  if (card === null || stage === null || entry === undefined) return;
  const place = placeOf(scene, entry, lanesShown(scene.spans, scene.allLanes));
  if (place === undefined) return;
  const [outer, inner] = [host.getBoundingClientRect(), stage.getBoundingClientRect()];
  const x = inner.left - outer.left + (pointer ?? Math.max(0, place.x));
  card.style.left = `${Math.max(8, Math.min(x - 24, outer.width - card.offsetWidth - 8))}px`;
  card.style.top = `${inner.top - outer.top + place.y + place.height + 12}px`;
}
