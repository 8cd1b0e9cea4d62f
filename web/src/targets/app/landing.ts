import { type TemplateResult, html, nothing } from "lit";
import { icon } from "../../ui/icon";
import { logo } from "./logo";
import { strings } from "./strings";

/** Renders the line above the landing page: the name, links, and the page's own buttons. */
export function landingHeader(about: () => void, buttons: TemplateResult): TemplateResult {
  return html`<header>
    <span class="wordmark">${logo()}${strings.name}</span>
    ${location.protocol === "file:" ? nothing : html`<a class="header-link" href="docs/index.html">${strings.docs}</a>`}
    <button type="button" class="header-link" @click=${about}>${strings.about}</button>
    ${buttons}
  </header>`;
}

interface EntranceUse {
  /** What the page says below its title. */
  readonly message: TemplateResult;
  /** Opens the sample session, if the page has one. */
  readonly openSample: (() => void) | undefined;
  /** The content of the drop zone. */
  readonly zone: TemplateResult;
  /** The field for an address, on pages that read from other hosts. */
  readonly field: TemplateResult | undefined;
  readonly footer: TemplateResult;
  /** The sample session and the pictures, once their code is loaded. */
  readonly preview: TemplateResult | undefined;
  readonly tour: TemplateResult | undefined;
}

/** Renders the landing page below its header. Without a sample session it is only a column. */
export function entrance({ message, openSample, zone, field, footer, preview, tour }: EntranceUse): TemplateResult {
  return html`<div class="entrance" ?data-alone=${openSample === undefined}>
      <section class="intro">
        <h1>${strings.title}</h1>
        ${message}
        ${
          openSample === undefined
            ? nothing
            : html`<button type="button" class="button primary explore" @click=${openSample}>${strings.sample}</button>`
        }
        <div class="zone">
          ${zone}
          <p class="hint">${strings.zone}</p>
        </div>
        ${field ?? nothing}
        <p class="where">
          ${strings.where} <code>${strings.wherePath}</code>. ${strings.whereNote} ${strings.paste}
          ${"showDirectoryPicker" in window ? nothing : strings.uploadNote}
        </p>
        <p class="private">${strings.private} ${footer}</p>
      </section>
      ${openSample === undefined ? nothing : html`<div class="sample">${preview ?? nothing}</div>`}
    </div>
    ${tour ?? nothing}`;
}

export function toolButton(iconName: Parameters<typeof icon>[0], label: string, click: () => void): TemplateResult {
  return html`<button type="button" class="tool-button" aria-label=${label} title=${label} @click=${click}>
    ${icon(iconName)}
  </button>`;
}

export function shareButton(click: () => void): TemplateResult {
  return html`<button type="button" class="tool-button worded" title=${strings.savePage} @click=${click}>
    ${icon("share")} ${strings.share}
  </button>`;
}
