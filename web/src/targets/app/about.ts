import { LitElement, type TemplateResult, adoptStyles, css, html, nothing } from "lit";
import { buttonStyles } from "../../session/header";
import { frame, panelStyles } from "../../viewer/layout/panel";
import { strings } from "./about-strings";
import { strings as appStrings } from "./strings";
import { baseStyles } from "../../ui/base-styles";

/** Shows what Unspool is, and its version. A standalone page has no other pages to link to. */
export function showAbout(isOneFile: boolean): void {
  if (customElements.get("unspool-about") === undefined) customElements.define("unspool-about", AboutElement);
  if (document.querySelector("unspool-about") === null) document.body.append(new AboutElement(isOneFile));
}

/** Returns what the build wrote into the page about itself (build/site/version.go). */
function built(name: "version" | "commit"): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="unspool:${name}"]`)?.content || strings.unknown;
}

/** The dialog. It is removed when it is closed. */
class AboutElement extends LitElement {
  readonly #isOneFile: boolean;

  constructor(isOneFile: boolean) {
    super();
    this.#isOneFile = isOneFile;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (root instanceof ShadowRoot) adoptStyles(root, [baseStyles, buttonStyles, panelStyles, styles]);
    return root;
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  readonly #close = (): void => this.renderRoot.querySelector("dialog")?.close();

  readonly #clickAround = (event: MouseEvent): void => {
    if (event.target instanceof HTMLDialogElement) this.#close();
  };

  protected override render(): TemplateResult {
    return html`<dialog aria-label=${strings.title} @close=${() => this.remove()} @click=${this.#clickAround}>
      ${frame(
        appStrings.name,
        this.#close,
        html`<p>${strings.what}</p>
          <dl>
            <dt>${strings.version}</dt>
            <dd>${built("version")}</dd>
            <dt>${strings.commit}</dt>
            <dd>${built("commit")}</dd>
          </dl>
          ${this.#isOneFile ? nothing : links()}
          <p class="small">${strings.license}</p>`,
      )}
    </dialog>`;
  }
}

function links(): TemplateResult {
  return html`<ul>
    <li><a href="docs/index.html">${strings.docs}</a></li>
    <li><a href="docs/changelog.html">${strings.changelog}</a></li>
    <li><a href="licenses.txt">${strings.licenses}</a></li>
  </ul>`;
}

const styles = css`
  :host {
    font-family: var(--u-font);
    font-size: var(--u-size-m);
    line-height: 20px;
  }
  dialog {
    width: min(420px, calc(100% - 32px));
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px var(--u-4);
    margin: var(--u-3) 0;
  }
  dt {
    color: var(--u-ink-2);
  }
  dd {
    font-family: var(--u-mono);
    font-size: var(--u-size-s);
    overflow-wrap: anywhere;
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-1) var(--u-4);
    margin: 0 0 var(--u-3);
  }
  a {
    color: var(--u-accent);
  }
  .small {
    text-wrap: balance;
    font-size: var(--u-size-s);
    color: var(--u-ink-2);
  }
  :focus-visible {
    outline-offset: 1px;
  }
`;

declare global {
  interface HTMLElementTagNameMap {
    "unspool-about": AboutElement;
  }
}
