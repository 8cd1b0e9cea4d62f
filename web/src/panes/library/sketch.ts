import { type TemplateResult, css, html, svg } from "lit";
import type { Sketch } from "../../parser/model";

const COLUMN = 4; // px, of which one separates it from the next
const BARS = 18; // px, the height of the bars
const MARKS = 3; // px, the height of the marks above and below them
const BELOW = MARKS + BARS + 2; // px, where the marks of prompts begin
const HEIGHT = BELOW + MARKS;

/**
 * Renders a small timeline: in each column the time of the model and of tools, with marks for failures above, and for
 * prompts below.
 */
export function sketch({ model, tools, failures, prompts }: Sketch): TemplateResult {
  const width = model.length * COLUMN - 1;
  const size = (percent: number): number => Math.round((percent * BARS) / 100);
  const bar = (column: number, top: number, height: number): string =>
    height > 0 ? `M${column * COLUMN} ${top}h${COLUMN - 1}v${height}h${1 - COLUMN}z` : "";
  const bars = model.map((percent, column) => {
    const [lower, upper] = [size(percent), size(tools[column] ?? 0)];
    const top = MARKS + BARS - lower;
    return { model: bar(column, top, lower), tools: bar(column, top - upper, upper) };
  });
  const marks = (counts: readonly number[], top: number): string =>
    counts.map((n, column) => (n > 0 ? bar(column, top, MARKS) : "")).join("");
  return html`<span class="sketch" aria-hidden="true"
    ><svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">
      ${svg`<path class="model" d=${bars.map((one) => one.model).join("")}></path>
        <path class="tools" d=${bars.map((one) => one.tools).join("")}></path>
        <path class="failures" d=${marks(failures, 0)}></path>
        <path class="prompts" d=${marks(prompts, BELOW)}></path>`}
    </svg></span
  >`;
}

export const sketchStyles = css`
  .sketch svg {
    display: block;
    width: 100%;
    height: 26px;
  }
  .sketch .model {
    fill: color-mix(in oklab, var(--u-ink-3) 45%, var(--u-bg));
  }
  .sketch .tools {
    fill: color-mix(in oklab, var(--u-blue) 72%, var(--u-bg));
  }
  .sketch .failures {
    fill: var(--u-bad);
  }
  .sketch .prompts {
    fill: var(--u-accent);
  }
`;
