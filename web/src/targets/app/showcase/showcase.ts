import { type TemplateResult, html, nothing } from "lit";
import { copy } from "../../../content/copy";
import { icon } from "../../../ui/icon";
import type { Theme } from "../../../viewer/page";
import { picture } from "./pictures";
import { definePreview } from "./sample-preview";
import { showcaseStyles } from "./showcase-styles";
import { strings } from "./strings";

export interface ShowcaseUse {
  readonly theme: Theme;
  /** The address of the sample session. */
  readonly sample: string;
  /** Whether a viewer may take the place of its picture. */
  readonly isLive: boolean;
  readonly open: () => void;
}

/** What shows the product on the landing page: a sample session beside the drop zone, pictures below it. */
export interface Showcase {
  readonly preview: (use: ShowcaseUse) => TemplateResult;
  readonly tour: (theme: Theme) => TemplateResult;
}

const COPIED_FOR = 1_600; // ms

const code = `<script type="module" src="unspool.js"></script>
<unspool-session src="session.jsonl"></unspool-session>`;

export function showcase(): Showcase {
  definePreview();
  const { styleSheet } = showcaseStyles;
  if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
  return { preview, tour };
}

function preview({ theme, sample, isLive, open }: ShowcaseUse): TemplateResult {
  return html`<figure class="preview">
    <div class="screen">
      ${picture("preview", strings.previewAlt, theme)}
      ${
        isLive && mayUseData()
          ? html`<unspool-sample-preview src=${sample} theme=${theme}></unspool-sample-preview>`
          : nothing
      }
    </div>
    <figcaption>
      <button type="button" @click=${open}>
        <span>${strings.caption}</span> <span class="go">${strings.open} ${icon("onward")}</span>
      </button>
    </figcaption>
  </figure>`;
}

/** Reports whether the user has not asked for less data. */
function mayUseData(): boolean {
  return !("connection" in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true);
}

function tour(theme: Theme): TemplateResult {
  const { story, usage, files, embed } = strings.pictures;
  return html`<section class="tour" aria-labelledby="tour">
      <h2 id="tour">${strings.tour}</h2>
      <div class="pictures">
        ${Object.entries({ story, usage, files, embed }).map(
          ([name, { title, text, alt }]) =>
            html`<figure>
              ${picture(name as keyof typeof strings.pictures, alt, theme)}
              <figcaption>
                <h3>${title}</h3>
                <p>${text}</p>
              </figcaption>
            </figure>`,
        )}
      </div>
    </section>
    <section class="embedding" aria-labelledby="embedding">
      <div>
        <h2 id="embedding">${strings.embed}</h2>
        <p>${strings.embedText} <a href="docs/embedding.html">${strings.embedDocs}</a></p>
      </div>
      <div class="snippet">
        <pre tabindex="0"><code>${code}</code></pre>
        <div class="copying">
          <span role="status"></span>
          <button type="button" class="button" @click=${copyCode}>${strings.copy}</button>
        </div>
      </div>
    </section>`;
}

async function copyCode({ currentTarget }: Event): Promise<void> {
  if (!(currentTarget instanceof HTMLElement)) return;
  const status = currentTarget.parentElement?.querySelector("[role=status]");
  const isCopied = await copy(code, currentTarget);
  if (status == null) return;
  status.textContent = isCopied ? strings.copied : strings.copyFailed;
  setTimeout(() => (status.textContent = ""), COPIED_FOR);
}
