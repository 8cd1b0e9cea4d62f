import { type TemplateResult, html, nothing } from "lit";
import type { RemoteConsent, Question } from "../app/remote-consent";
import { checkAddress, fileUrl } from "../../session/sources/address";
import type { FileFetcher } from "../../session/sources/file-fetcher";
import { icon } from "../../ui/icon";
import { remoteFiles, standardLimits } from "../../session/sources/remote-files";
import type { Failure } from "../../parser/protocol";
import { markStyles } from "../../content/mark-styles";
import { marked } from "../../content/visible-text";
import { strings } from "./strings";
import { viewStyles } from "./remote-styles";
import { unicodeHost } from "./unicode";

/** Who may be asked for a session, and whether they may send the browser on to hosts that they do not name. */
interface Consent {
  readonly origins: ReadonlySet<string>;
  readonly onward: boolean;
}

/**
 * Asks the reader before another host is asked. What was agreed to holds for one
 * session and is kept nowhere else.
 *
 * A host can send the browser on to another one, and browsers tell a page where to
 * only after they went there. So they go there only when the reader agreed to that;
 * what then answers from a host that was not agreed to by its name is not read, and
 * the reader is asked once more.
 */
export class OtherHosts implements RemoteConsent {
  #consent = nobody();

  constructor() {
    for (const { styleSheet } of [markStyles, viewStyles]) {
      if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
    }
  }

  files(asked: boolean): FileFetcher {
    if (!asked) this.#consent = nobody();
    return remoteFiles({ ...standardLimits, ...this.#consent });
  }

  question({ src, moved, agree, decline }: Question): TemplateResult {
    const allow = (address: string, consent: Consent): void => {
      this.#consent = consent;
      agree(address);
    };
    if (moved?.detail === "") {
      const url = new URL(moved.path);
      return card(
        decline,
        html`<h1 id="question"><bdi class="host">${url.host}</bdi> ${strings.unnamed.title}</h1>
          <p id="asked">${strings.unnamed.why}</p>
          ${address(url)} ${facts(strings.unnamed.facts)}
          ${choices(strings.unnamed, decline, () => allow(src, { ...this.#consent, onward: true }))}`,
      );
    }
    const checked = checkAddress(moved?.detail ?? src, location);
    if (checked.kind === "refused") return refusal(strings.refused[checked.why], moved?.detail ?? src, moved, decline);
    const { url } = checked;
    if (moved !== undefined) {
      const { origins } = this.#consent;
      return card(
        decline,
        html`${title(url)}
          <p id="asked">${strings.met.why(new URL(moved.path).host)}</p>
          ${address(url)} ${facts(strings.met.facts)}
          ${choices(strings, decline, () => allow(src, { origins: new Set([...origins, url.origin]), onward: true }))}`,
      );
    }
    const file = fileUrl(url) ?? url;
    return card(
      decline,
      html`${title(file)} ${file === url ? nothing : html`<p>${strings.page(url.host)}</p>`}
        <p id="asked">${strings.fetch}</p>
        ${address(file)} ${facts(strings.facts)}
        ${choices(strings, decline, () => allow(file.href, { origins: new Set([location.origin, file.origin]), onward: false }))}`,
    );
  }

  field(before: string, go: (address: string) => void): TemplateResult {
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
          .value=${before}
          required
        />
        <button type="submit" class="button">${strings.open}</button>
      </div>
      <p class="hint">${strings.fieldNote}</p>
    </form>`;
  }
}

/** Nobody but the page's own host. */
function nobody(): Consent {
  return { origins: new Set([location.origin]), onward: false };
}

function refusal(why: string, asked: string, moved: Failure | undefined, decline: () => void): TemplateResult {
  return card(
    decline,
    html`<h1 id="question">${moved === undefined ? strings.notOpened : strings.notRead}</h1>
      <p id="asked">${moved === undefined ? nothing : strings.met.why(new URL(moved.path).host)} ${why}</p>
      <p class="address"><code>${marked(asked.slice(0, 2000))}</code></p>
      <div class="choices">
        <button type="button" class="button" data-first @click=${decline}>${strings.back}</button>
      </div>`,
  );
}

/** Names a host, also in its own letters where those are of other scripts. */
function title({ host, hostname }: URL): TemplateResult {
  const read = unicodeHost(hostname);
  return html`<h1 id="question">${strings.title} <bdi class="host">${host}</bdi>?</h1>
    ${
      read === hostname
        ? nothing
        : html`<p class="spelled">
            ${icon("alert")}<span>${strings.spelled} <bdi>${marked(read)}</bdi></span>
          </p>`
    }`;
}

function facts(lines: readonly string[]): TemplateResult {
  return html`<ul>
    ${lines.map((fact) => html`<li>${fact}</li>`)}
  </ul>`;
}

/** In a frame a click can be stolen, so nothing is agreed to there. */
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

/** Enter is for the button that has the focus, which is the one that asks nobody. */
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
 * The address as it is asked, its host set off; letters of other scripts can be read, and what hides among them shows.
 */
function address(url: URL): TemplateResult {
  const tail = url.href.slice(url.origin.length).replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
  return html`<p class="address">
    <code>${url.protocol}//<strong>${url.host}</strong>${marked(tail.slice(0, 2000))}</code>
  </p>`;
}

function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}
