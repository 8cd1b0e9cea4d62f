import { type TemplateResult, html, nothing } from "lit";
import { marked } from "../../content/visible-text";
import type { Actor } from "../../parser/model";
import { paneWords } from "../../parser/words";
import type { Pace } from "./canvas/axis";
import { AGENTS_TOP, AGENT_LANE, FEW_LANES, MAIN_LINE, lanesShown } from "./canvas/geometry";
import { type formsIn, key } from "./legend";
import type { Spans } from "./spans";

/** How the strip is shown, and what changes that. */
export interface HeadUse {
  readonly forms: ReturnType<typeof formsIn>;
  readonly pace: Pace;
  readonly folded: boolean;
  readonly zoomed: boolean;
  readonly fills: boolean; // its page
  readonly setPace: (pace: Pace) => void;
  readonly setFolded: (folded: boolean) => void;
  readonly zoom: (factor: number) => void;
  readonly whole: () => void;
}

/** What stands around the strip: how it is shown; and below a button what forms stand for, and what is missing. */
export function head(spans: Spans, use: HeadUse): TemplateResult {
  const say = paneWords.timeline;
  const notes = [
    spans.missing > 0 ? say.missing(spans.inAll, spans.missing) : "",
    spans.disorder
      ? say.disordered
      : spans.timeless
        ? say.timeless
        : spans.backward > 0
          ? say.backward(spans.backward)
          : "",
    spans.joined ? say.joined : "",
  ].filter((note) => note !== "");
  return html`${key(use.forms, notes, use.fills)}
    <div class="tools">
      ${spans.timeless ? nothing : paces(spans, use)}
      <div class="group" role="group" aria-label=${say.zoom}>
        <button
          type="button"
          aria-label=${say.out}
          title=${say.out}
          aria-disabled=${!use.zoomed}
          @click=${() => use.zoomed && use.zoom(0.5)}
        >
          −
        </button>
        <button
          type="button"
          title=${say.wholeKey}
          aria-disabled=${!use.zoomed}
          @click=${() => use.zoomed && use.whole()}
        >
          ${say.whole}
        </button>
        <button type="button" aria-label=${say.in} title=${say.in} @click=${() => use.zoom(2)}>+</button>
      </div>
    </div>`;
}

function paces(spans: Spans, use: HeadUse): TemplateResult {
  const say = paneWords.timeline;
  const pace = (name: Pace, words: string, title: string): TemplateResult =>
    html`<button type="button" aria-pressed=${use.pace === name} title=${title} @click=${() => use.setPace(name)}>
      ${words}
    </button>`;
  return html`<div class="group" role="group" aria-label=${say.pace}>
      ${pace("time", say.time, say.timeTitle)}${pace("even", say.even, say.evenTitle)}
    </div>
    ${
      use.pace === "time" && spans.gaps.length > 0
        ? html`<div class="group">
            <button
              type="button"
              aria-pressed=${use.folded}
              title=${say.foldTitle}
              @click=${() => use.setFolded(!use.folded)}
            >
              ${say.fold}
            </button>
          </div>`
        : nothing
    }`;
}

export interface NamesUse {
  readonly actors: readonly Actor[];
  readonly allLanes: boolean;
  readonly setAllLanes: (all: boolean) => void;
}

/** What the lanes are called; each stands at the height that its `data-top` tells. */
export function names(spans: Spans, { actors, allLanes, setAllLanes }: NamesUse): TemplateResult {
  const say = paneWords.timeline;
  const more = spans.lanes.length - 1 - FEW_LANES;
  const button = (words: string, top: number): TemplateResult =>
    html`<button type="button" data-top=${top} aria-expanded=${allLanes} @click=${() => setAllLanes(!allLanes)}>
      ${words}
    </button>`;
  const nameOf = (lane: number): string => {
    const last = spans.lanes.length - 1;
    if (spans.internal && lane === last) return say.internal;
    const alone =
      spans.agents.indexOf(lane) === spans.agents.lastIndexOf(lane) ? actors[spans.agents.indexOf(lane)] : undefined;
    if (alone !== undefined) return alone.task || alone.name || say.agent;
    return lane === 1 ? say.agents(spans.agents.filter((of) => !spans.internal || of !== last).length) : "";
  };
  const topOf = (lane: number): number => AGENTS_TOP + (lane - 1) * AGENT_LANE - 1;
  const last = more > 0 && !allLanes ? FEW_LANES : Infinity; // has the button in its place
  return html`<span data-top=${MAIN_LINE - 8}>${say.main}</span> ${Array.from(
      { length: lanesShown(spans, allLanes) - 1 },
      (_, at) => (at + 1 === last ? nothing : html`<span data-top=${topOf(at + 1)}>${marked(nameOf(at + 1))}</span>`),
    )}
    ${more <= 0 ? nothing : allLanes ? button(say.fewerLanes, MAIN_LINE + 8) : button(say.moreLanes(more + 1), topOf(FEW_LANES))}`;
}
