import { type TemplateResult, css, html, nothing } from "lit";
import { DialogElement, dialogPanel } from "../../ui/dialog";
import { strings } from "./about-strings";

/** Shows what Unspool is, and its version. A standalone page has no other pages to link to. */
export function showAbout(isOneFile: boolean): void {
  if (customElements.get("unspool-about") === undefined) customElements.define("unspool-about", AboutElement);
  if (document.querySelector("unspool-about") === null) document.body.append(new AboutElement(isOneFile));
}

/** Returns what the build wrote into the page about itself (build/site/version.go). */
function built(name: "version" | "commit"): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="unspool:${name}"]`)?.content || strings.unknown;
}

class AboutElement extends DialogElement {
  readonly #isOneFile: boolean;

  constructor(isOneFile: boolean) {
    super();
    this.#isOneFile = isOneFile;
  }

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="dialog-title">
      ${dialogPanel(
        strings.title,
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

  static override styles = [
    ...super.styles,
    css`
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 2px var(--u-4);
        margin: var(--u-3) 0;
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
      :is(dt, .small) {
        color: var(--u-ink-2);
      }
      .small {
        text-wrap: balance;
        font-size: var(--u-size-s);
      }
    `,
  ];
}

function links(): TemplateResult {
  return html`<ul>
    <li><a href="docs/index.html">${strings.docs}</a></li>
    <li><a href="docs/changelog.html">${strings.changelog}</a></li>
    <li><a href="licenses.txt">${strings.licenses}</a></li>
  </ul>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-about": AboutElement;
  }
}
