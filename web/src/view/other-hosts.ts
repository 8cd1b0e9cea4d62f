import { type TemplateResult, html, nothing } from "lit";
import type { Elsewhere, Question } from "../app/elsewhere";
import { checkAddress, fileBehind } from "../element/address";
import type { FileFetcher } from "../element/files";
import { icon } from "../element/icon";
import { remoteFiles, standardLimits } from "../element/remote-files";
import { markStyles } from "../render/mark-styles";
import { marked } from "../rows/marked";
import { otherHosts } from "../host-words";
import { viewStyles } from "./styles";
import { unicodeHost } from "./unicode";

/**
 * Asks the reader before another host is asked. What was agreed to holds for one
 * session and is kept nowhere else.
 *
 * A host can send the browser on to another one, and pages cannot ask to be told
 * before: either redirects are followed or their target stays unknown. So they are
 * followed, without anything of the reader's; what then answers from a host that
 * was not agreed to is not read, and the reader is asked once more, by its name.
 */
export class OtherHosts implements Elsewhere {
  #origins: ReadonlySet<string> = new Set([location.origin]);

  constructor() {
    for (const { styleSheet } of [markStyles, viewStyles]) {
      if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
    }
  }

  get files(): FileFetcher {
    return remoteFiles({ ...standardLimits, origins: this.#origins });
  }

  question({ src, onward, agree, decline }: Question): TemplateResult {
    const say = otherHosts;
    const checked = checkAddress(onward || src, location);
    if (checked.kind === "refused") return refusal(say.refused[checked.why], onward || src, decline);
    const file = onward === "" ? fileBehind(checked.url) : undefined;
    const url = file ?? checked.url;
    const agreed = (): void => {
      this.#origins = new Set([...(onward === "" ? [location.origin] : this.#origins), url.origin]);
      agree(onward === "" ? url.href : src);
    };
    const spelled = unicodeHost(url.hostname);
    return card(
      decline,
      html`<h1 id="question">${say.title} <bdi class="host">${url.host}</bdi>?</h1>
        ${spelled === url.hostname ? nothing : html`<p class="spelled">${icon("alert")}<span>${say.spelled} <bdi>${marked(spelled)}</bdi></span></p>`}
        ${onward === "" ? nothing : html`<p>${say.onward(new URL(src).host)}</p>`} ${file === undefined ? nothing : html`<p>${say.page(checked.url.host)}</p>`}
        <p id="asked">${say.fetch}</p>
        ${address(url)}
        <ul>
          ${say.facts.map((fact) => html`<li>${fact}</li>`)}
        </ul>
        <div class="choices">
          <button type="button" class="button" data-first @click=${decline}>${say.no}</button>
          ${isFramed()
            ? html`<a class="button primary" href=${location.href} target="_blank" rel="noopener">${say.ownTab}</a>`
            : html`<button type="button" class="button primary" @click=${agreed}>${say.yes}</button>`}
        </div>`,
    );
  }

  field(before: string, go: (address: string) => void): TemplateResult {
    const say = otherHosts;
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      const value = event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget).get("address") : null;
      if (typeof value === "string" && value.trim() !== "") go(withScheme(value.trim()));
    };
    return html`<form class="from-address" @submit=${submit}>
      <label for="address">${say.field}</label>
      <div>
        <input id="address" name="address" type="text" inputmode="url" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${say.example} .value=${before} required />
        <button type="submit" class="button">${say.open}</button>
      </div>
      <p class="hint">${say.fieldNote}</p>
    </form>`;
  }
}

function refusal(why: string, asked: string, decline: () => void): TemplateResult {
  const say = otherHosts;
  return card(
    decline,
    html`<h1 id="question">${say.notOpened}</h1>
      <p id="asked">${why}</p>
      <p class="address"><code>${marked(asked.slice(0, 2000))}</code></p>
      <div class="choices"><button type="button" class="button" data-first @click=${decline}>${say.back}</button></div>`,
  );
}

/** Enter is for the button that has the focus, which is the one that asks nobody. */
function card(decline: () => void, content: TemplateResult): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") decline();
  };
  return html`<section class="intro asking" role="group" aria-labelledby="question" aria-describedby="asked" @keydown=${key}>${content}</section>`;
}

/** The address as it is asked, its host set off; letters of other scripts can be read, and what hides among them shows. */
function address(url: URL): TemplateResult {
  const rest = url.href.slice(url.origin.length).replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
  return html`<p class="address"><code>${url.protocol}//<strong>${url.host}</strong>${marked(rest.slice(0, 2000))}</code></p>`;
}

function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

/** In a frame a click can be stolen, so nothing is agreed to there. */
function isFramed(): boolean {
  return window.top !== window;
}
