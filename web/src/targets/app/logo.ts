import { type TemplateResult, html, svg } from "lit";

/** The mark of the page, a spool whose thread unwinds. web/icon.svg has the same shapes. */
const shapes = svg`
  <path d="M6.5 11.5h11M6.5 20.5h11M6.5 16h14c7 0 3 11 9.5 11" fill="none" stroke="var(--u-accent)" stroke-width="3.4"
    stroke-linecap="round" />
  <rect x="2" y="3" width="20" height="5.5" rx="2.7" fill="currentColor" />
  <rect x="2" y="23.5" width="20" height="5.5" rx="2.7" fill="currentColor" />`;

export function logo(): TemplateResult {
  return html`<svg class="logo" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">${shapes}</svg>`;
}
