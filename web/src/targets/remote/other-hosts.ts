import { type TemplateResult, html, nothing } from "lit";
import type { RemoteConsent, Question } from "../app/remote-consent";
import { decoded } from "../../base/decode-uri";
import { checkUrl, fileUrl } from "../../session/sources/check-url";
import { isSessionLink } from "../../session/sources/sources";
import type { FileFetcher } from "../../session/sources/file-fetcher";
import { icon } from "../../ui/icon";
import { remoteFiles, standardLimits } from "../../session/sources/remote-files";
import type { Failure } from "../../parser/protocol";
import { markStyles } from "../../content/mark-styles";
import { markInvisible } from "../../content/visible-text";
import { strings } from "./strings";
import { viewStyles } from "./remote-styles";
import { unicodeHost } from "./unicode";

/** The hosts that may be requested for a session, and whether they may redirect to hosts that they do not name. */
interface Consent {
  readonly origins: ReadonlySet<string>;
  readonly allowRedirects: boolean;
}

/**
 * Asks the user before another host is requested. Consent applies to one session and is not stored.
 *
 * A host can redirect to another one, and browsers reveal the target only after requesting it. So redirects are
 * followed only if the user agreed to that; a response from a host that was not agreed to by name is not read, and the
 * user is asked again.
 */
export class OtherHosts implements RemoteConsent {
  #consent = nobody();

  constructor() {
    for (const { styleSheet } of [markStyles, viewStyles]) {
      if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
    }
  }

  fileFetcher(asked: boolean): FileFetcher {
    if (!asked) this.#consent = nobody();
    return remoteFiles({ ...standardLimits, ...this.#consent });
  }

  question({ src, moved, agree, decline }: Question): TemplateResult {
    const allow = (url: string, consent: Consent): void => {
      this.#consent = consent;
      agree(url);
    };
    if (moved?.detail === "") {
      const url = new URL(moved.path);
      return card(
        decline,
        html`<h1 id="question"><bdi class="host">${url.host}</bdi> ${strings.unnamed.title}</h1>
          <p id="asked">${strings.unnamed.why}</p>
          ${renderUrl(url)} ${facts(strings.unnamed.facts)}
          ${choices(strings.unnamed, decline, () => allow(src, { ...this.#consent, allowRedirects: true }))}`,
      );
    }
    const checked = checkUrl(moved?.detail ?? src, location);
    if (checked.kind === "refused") return refusal(strings.refused[checked.why], moved?.detail ?? src, moved, decline);
    const { url } = checked;
    if (moved !== undefined) {
      const { origins } = this.#consent;
      return card(
        decline,
        html`${title(url)}
          <p id="asked">${strings.met.why(new URL(moved.path).host)}</p>
          ${renderUrl(url)} ${facts(strings.met.facts)}
          ${choices(strings, decline, () => allow(src, { origins: new Set([...origins, url.origin]), allowRedirects: true }))}`,
      );
    }
    const file = fileUrl(url) ?? url;
    return card(
      decline,
      html`${title(file)} ${file === url ? nothing : html`<p>${strings.page(url.host)}</p>`}
        <p id="asked">${strings.fetch}</p>
        ${renderUrl(file)} ${facts(strings.facts)}
        ${choices(strings, decline, () => allow(file.href, { origins: new Set([location.origin, file.origin]), allowRedirects: false }))}`,
    );
  }

  field(before: string, go: (url: string) => void): TemplateResult {
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      const value =
        event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget).get("address") : null;
      if (typeof value === "string" && value.trim() !== "") go(withScheme(value.trim()));
    };
    return html`<form class="from-address" @submit=${submit}>
      <label for="address">${strings.field}</label>
      <div>
        <input
          id="address"
          name="address"
          type="text"
          inputmode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder=${strings.example}
          .value=${isSessionLink(before) ? "" : before}
          required
        />
        <button type="submit" class="button">${strings.open}</button>
      </div>
      <p class="hint">${strings.fieldNote}</p>
    </form>`;
  }
}

/** Allows only the page's own host. */
function nobody(): Consent {
  return { origins: new Set([location.origin]), allowRedirects: false };
}

function refusal(why: string, asked: string, moved: Failure | undefined, decline: () => void): TemplateResult {
  return card(
    decline,
    html`<h1 id="question">${moved === undefined ? strings.notOpened : strings.notRead}</h1>
      <p id="asked">${moved === undefined ? nothing : strings.met.why(new URL(moved.path).host)} ${why}</p>
      <p class="address"><code>${markInvisible(asked.slice(0, 2000))}</code></p>
      <div class="choices">
        <button type="button" class="button" data-first @click=${decline}>${strings.back}</button>
      </div>`,
  );
}

/** Renders a host's name, also in its original script if that is not Latin. */
function title({ host, hostname }: URL): TemplateResult {
  const read = unicodeHost(hostname);
  return html`<h1 id="question">${strings.title} <bdi class="host">${host}</bdi>?</h1>
    ${
      read === hostname
        ? nothing
        : html`<p class="spelled">
            ${icon("alert")}<span>${strings.spelled} <bdi>${markInvisible(read)}</bdi></span>
          </p>`
    }`;
}

function facts(lines: readonly string[]): TemplateResult {
  return html`<ul>
    ${lines.map((fact) => html`<li>${fact}</li>`)}
  </ul>`;
}

/** Renders the buttons. In a frame, clicks can be hijacked, so there is no way to agree. */
function choices(
  labels: { readonly no: string; readonly yes: string },
  decline: () => void,
  agreed: () => void,
): TemplateResult {
  return html`<div class="choices">
    <button type="button" class="button" data-first @click=${decline}>${labels.no}</button>
    ${
      window.top !== window
        ? html`<a class="button primary" href=${location.href} target="_blank" rel="noopener">${strings.ownTab}</a>`
        : html`<button type="button" class="button primary" @click=${agreed}>${labels.yes}</button>`
    }
  </div>`;
}

/** Enter activates the focused button, which is the one that requests nothing. */
function card(decline: () => void, content: TemplateResult): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") decline();
  };
  return html`<section
    class="intro asking"
    role="group"
    aria-labelledby="question"
    aria-describedby="asked"
    @keydown=${key}
  >
    ${content}
  </section>`;
}

/**
 * Renders the exact address with its host highlighted. Letters of other scripts are readable, and hidden characters
 * visible.
 */
function renderUrl(url: URL): TemplateResult {
  const tail = url.href.slice(url.origin.length).replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => decoded(bytes));
  return html`<p class="address">
    <code>${url.protocol}//<strong>${url.host}</strong>${markInvisible(tail.slice(0, 2000))}</code>
  </p>`;
}

function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}
