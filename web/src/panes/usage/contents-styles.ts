import { css } from "lit";
import type { ContextSource } from "../../parser/model";

/** Returns the custom property with the color of a source of the context. */
export function sourceColor(source: ContextSource): string {
  return `--context-${source}`;
}

/** The colors of the sources of the context. What Claude Code itself adds is gray. */
export const sourceColors = css`
  :host {
    --context-system: color-mix(in oklab, var(--u-ink-3) 30%, var(--u-bg));
    --context-memory: color-mix(in oklab, var(--u-ink-3) 60%, var(--u-bg));
    --context-summary: color-mix(in oklab, var(--u-yellow) 65%, var(--u-bg));
    --context-prompts: var(--u-accent);
    --context-files: color-mix(in oklab, var(--u-blue) 70%, var(--u-bg));
    --context-edits: color-mix(in oklab, var(--u-cyan) 60%, var(--u-bg));
    --context-commands: color-mix(in oklab, var(--u-orange) 65%, var(--u-bg));
    --context-mcp: color-mix(in oklab, var(--u-pink) 60%, var(--u-bg));
    --context-agents: color-mix(in oklab, var(--u-purple) 75%, var(--u-bg));
    --context-tools: color-mix(in oklab, var(--u-green) 60%, var(--u-bg));
    --context-thinking: color-mix(in oklab, var(--u-purple) 35%, var(--u-bg));
    --context-replies: color-mix(in oklab, var(--u-accent) 45%, var(--u-bg));
  }
`;

export const contentsStyles = css`
  .system {
    --color: var(--context-system);
  }
  .memory {
    --color: var(--context-memory);
  }
  .summary {
    --color: var(--context-summary);
  }
  .prompts {
    --color: var(--context-prompts);
  }
  .files {
    --color: var(--context-files);
  }
  .edits {
    --color: var(--context-edits);
  }
  .commands {
    --color: var(--context-commands);
  }
  .mcp {
    --color: var(--context-mcp);
  }
  .agents {
    --color: var(--context-agents);
  }
  .tools {
    --color: var(--context-tools);
  }
  .thinking {
    --color: var(--context-thinking);
  }
  .replies {
    --color: var(--context-replies);
  }
  :host {
    display: block;
    margin-top: var(--u-4);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    font-variant-numeric: tabular-nums;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--u-1) var(--u-3);
    color: var(--u-ink-2);
  }
  h4 {
    margin: 0;
    font: 600 var(--u-size-m) / var(--u-row) var(--u-font);
    color: var(--u-ink);
  }
  input {
    flex: 1 1 160px;
    min-width: 120px;
    accent-color: var(--u-accent);
  }
  .bar {
    display: block;
    width: 100%;
    height: 14px;
    margin: var(--u-2) 0;
    border-radius: 3px;
  }
  .bar rect {
    fill: var(--color);
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  :is(th, td) {
    font-weight: 400;
    padding: 4px 0 4px var(--u-3);
    border-bottom: 1px solid var(--u-line);
    color: var(--u-ink-2);
    text-align: end;
    white-space: nowrap;
  }
  .name {
    width: 100%;
    max-width: 0;
    padding-inline-start: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--u-ink);
    text-align: start;
  }
  th,
  th.name {
    color: var(--u-ink-3);
  }
  .name i {
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-inline-end: var(--u-2);
    border-radius: 2px;
    background: var(--color);
  }
  .name small {
    margin-inline-start: var(--u-2);
    font-size: inherit;
    color: var(--u-ink-3);
  }
  .name bdi {
    font-family: var(--u-mono);
    font-size: 0.92em;
  }
  td button {
    min-height: 24px;
    padding: 0 var(--u-1);
    color: var(--u-accent);
    font-size: inherit;
  }
  td button:hover {
    text-decoration: underline;
  }
  p {
    margin: var(--u-2) 0 0;
    color: var(--u-ink-3);
  }
  @container usage (max-width: 640px) {
    .largest,
    .count {
      display: none;
    }
  }
`;
