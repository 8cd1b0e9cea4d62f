import { type TemplateResult, css, html, nothing } from "lit";
import type { Progress } from "../parser/protocol";
import { strings as sessionStrings } from "../session/strings";
import { strings } from "./strings";
import { bytes } from "../session/format";
import type { FetchProgress } from "../session/sources/sources";

/** Renders the reading progress as a thin line and in words. `fillBar` sets the line's width. */
export function progressBar(progress: Progress | undefined): TemplateResult {
  const text = progress === undefined ? sessionStrings.reading : progressText(progress);
  return html`<div
    class="progress"
    role="progressbar"
    aria-label=${strings.loading}
    aria-valuemin="0"
    aria-valuemax=${progress?.total ?? 0}
    aria-valuenow=${progress?.bytes ?? nothing}
    aria-valuetext=${text}
  >
    <div class="meter"></div>
    <p class="figures">${text}</p>
  </div>`;
}

/** The sessions of a folder are listed before their files are read. */
function progressText({ bytes: read, total, sessions }: Progress): string {
  const does =
    read === 0 && sessions > 1 ? strings.listing : `${strings.loading} ${strings.of(bytes(read), bytes(total))}`;
  return sessions > 1 ? `${does} · ${strings.sessionsFound(sessions)}` : does;
}

/** Sets the line's width from script, because the page's policy forbids style attributes. */
export function fillBar(root: ParentNode, progress: Progress | undefined): void {
  const bar = root.querySelector<HTMLElement>(".progress > .meter");
  if (bar === null) return;
  const share = progress === undefined || progress.total === 0 ? 0 : progress.bytes / progress.total;
  bar.style.scale = `${Math.min(1, Math.max(0.01, share))} 1`;
}

/** Renders how much of the files has been fetched. */
export function fetching({ files, all, bytes: had, total }: FetchProgress): TemplateResult {
  const text = strings.fetched(files, all, total === 0 ? bytes(had) : strings.of(bytes(had), bytes(total)));
  return html`<div class="state">
    <p>${text}</p>
    <progress max=${total || nothing} value=${total === 0 ? nothing : had} aria-label=${strings.fetching}></progress>
  </div>`;
}

export function empty(): TemplateResult {
  return html`<div class="state" part="message">
    <h2>${strings.empty}</h2>
    <p>${strings.emptyNote}</p>
  </div>`;
}

export const stateStyles = css`
  .progress {
    position: absolute;
    inset-inline: 0;
    bottom: 0;
    z-index: 2;
    pointer-events: none;
  }
  .progress .meter {
    height: 2px;
    background: var(--u-accent);
    transform-origin: left;
    scale: 0.01 1;
    transition: scale 120ms linear;
  }
  .progress .figures {
    position: absolute;
    inset-inline-end: var(--u-4);
    bottom: var(--u-3);
    margin: 0;
    padding: 3px var(--u-3);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius);
    background: var(--u-bg);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    font-variant-numeric: tabular-nums;
    box-shadow: 0 2px 10px light-dark(rgb(0 0 0 / 0.06), rgb(0 0 0 / 0.4));
  }
  .state {
    display: grid;
    flex: 1;
    align-content: center;
    justify-items: center;
    gap: var(--u-1);
    padding: var(--u-6) var(--u-5);
    text-align: center;
    color: var(--u-ink-2);
  }
  .state .icon {
    width: 22px;
    height: 22px;
    margin-bottom: var(--u-2);
    color: var(--u-bad);
  }
  .state h2 {
    font: 600 var(--u-size-l) / calc(var(--u-row) * 1.3) var(--u-font);
    color: var(--u-ink);
  }
  .state progress {
    width: min(240px, 100%);
    height: 4px;
    margin-top: var(--u-3);
    border-radius: var(--u-pill);
    background: var(--u-line-strong);
    overflow: hidden;
  }
  .state .primary {
    margin-top: var(--u-4);
  }
  .primary {
    height: 34px;
    padding: 0 var(--u-4);
    border-radius: var(--u-radius);
    background: var(--u-accent);
    color: light-dark(#fff, #10201e);
    font-size: var(--u-size-m);
    font-weight: 500;
  }
  .state p {
    max-width: 52ch;
    overflow-wrap: anywhere;
  }
`;
