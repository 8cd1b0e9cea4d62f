import { type TemplateResult, html, nothing } from "lit";
import { markInvisible } from "../../content/visible-text";
import type { Actor } from "../../parser/model";
import { agentCount } from "../strings";
import { strings } from "./strings";
import type { AxisMode } from "../../session/timeline/axis";
import { FEW_LANES, type Sizes, lanesShown } from "../../session/timeline/geometry";
import { type formsIn, key } from "./legend";
import type { Spans } from "../../session/timeline/spans";

/** The display options of the strip, and the actions that change them. */
interface HeadUse {
  readonly forms: ReturnType<typeof formsIn>;
  readonly pace: AxisMode;
  readonly folded: boolean;
  readonly zoomed: boolean;
  readonly fills: boolean; // whether the viewer fills its page
  readonly setPace: (pace: AxisMode) => void;
  readonly setFolded: (folded: boolean) => void;
  readonly zoom: (factor: number) => void;
  readonly whole: () => void;
  readonly play: () => void;
}

/** Renders the display options, and a button that explains the symbols and missing data. */
export function head(spans: Spans, use: HeadUse): TemplateResult {
  const notes = [
    spans.missing > 0 ? agentCount(spans.inAll, spans.missing) : "",
    spans.times !== "recorded"
      ? strings.steps[spans.times]
      : spans.backward > 0
        ? strings.backward(spans.backward)
        : "",
    spans.joined ? strings.joined : "",
  ].filter((note) => note !== "");
  return html`${key(use.forms, notes, use.fills)}
    <div class="tools">
      ${spans.times !== "recorded" ? nothing : paces(spans, use)}
      <div class="group" role="group" aria-label=${strings.zoom}>
        ${
          use.fills
            ? html`<button type="button" aria-label=${strings.play} title=${strings.play} @click=${use.play}>▶</button>`
            : nothing
        }
        <button
          type="button"
          aria-label=${strings.out}
          title=${strings.out}
          aria-disabled=${!use.zoomed}
          @click=${() => use.zoomed && use.zoom(0.5)}
        >
          −
        </button>
        <button
          type="button"
          title=${strings.wholeKey}
          aria-disabled=${!use.zoomed}
          @click=${() => use.zoomed && use.whole()}
        >
          ${strings.whole}
        </button>
        <button type="button" aria-label=${strings.in} title=${strings.in} @click=${() => use.zoom(2)}>+</button>
      </div>
    </div>`;
}

function paces(spans: Spans, use: HeadUse): TemplateResult {
  const pace = (name: AxisMode, words: string, title: string): TemplateResult =>
    html`<button type="button" aria-pressed=${use.pace === name} title=${title} @click=${() => use.setPace(name)}>
      ${words}
    </button>`;
  return html`<div class="group" role="group" aria-label=${strings.pace}>
      ${pace("time", strings.time, strings.timeTitle)}${pace("even", strings.even, strings.evenTitle)}
    </div>
    ${
      use.pace === "time" && spans.gaps.length > 0
        ? html`<div class="group">
            <button
              type="button"
              aria-pressed=${use.folded}
              title=${strings.foldTitle}
              @click=${() => use.setFolded(!use.folded)}
            >
              ${strings.fold}
            </button>
          </div>`
        : nothing
    }`;
}

interface NamesUse {
  readonly actors: readonly Actor[];
  readonly allLanes: boolean;
  readonly sizes: Sizes;
  readonly setAllLanes: (all: boolean) => void;
}

/** Renders the names of the lanes, each at the height of its `data-top`. */
export function names(spans: Spans, { actors, allLanes, sizes, setAllLanes }: NamesUse): TemplateResult {
  const more = spans.lanes.length - 1 - FEW_LANES;
  const button = (words: string, top: number): TemplateResult =>
    html`<button
      type="button"
      class="ellipsis"
      data-top=${top}
      aria-expanded=${allLanes}
      @click=${() => setAllLanes(!allLanes)}
    >
      ${words}
    </button>`;
  const nameOf = (lane: number): string => {
    const last = spans.lanes.length - 1;
    if (spans.internal && lane === last) return strings.internal;
    const alone =
      spans.agents.indexOf(lane) === spans.agents.lastIndexOf(lane) ? actors[spans.agents.indexOf(lane)] : undefined;
    if (alone !== undefined) return alone.task || alone.name || strings.agent;
    return lane === 1 ? strings.agents(spans.agents.filter((of) => !spans.internal || of !== last).length) : "";
  };
  const topOf = (lane: number): number => sizes.agentsTop + (lane - 1) * sizes.agentLane + (sizes.agentLane - 16) / 2;
  const fold = (): TemplateResult =>
    allLanes ? button(strings.fewerLanes, sizes.mainLine + 8) : button(strings.moreLanes(more + 1), topOf(FEW_LANES));
  const last = more > 0 && !allLanes ? FEW_LANES : Infinity; // contains the button
  return html`<span class="ellipsis" data-top=${sizes.mainLine - 8}>${strings.main}</span> ${Array.from(
      { length: lanesShown(spans, allLanes) - 1 },
      (_, at) =>
        at + 1 === last
          ? nothing
          : html`<span class="ellipsis" data-top=${topOf(at + 1)}>${markInvisible(nameOf(at + 1))}</span>`,
    )}
    ${more > 0 ? fold() : nothing}`;
}
