import { type TemplateResult, css, html, nothing } from "lit";
import { show } from "../../content/shown-picture";
import { bytes } from "../../session/format";
import { icon } from "../../ui/icon";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { Media } from "../../parser/model";
import type { PictureUse } from "../context";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { faultOf, unshown } from "./fault";
import { save } from "./save";

const FOLDED = 12; // images that a row shows at first
const MAX = 60; // the most that a row shows: all visible images must fit in the image cache

/**
 * Images and files from the bytes of the transcript. An image that is only linked is named and never loaded. `reveal`
 * goes to the record of what is not shown; `more` is the number of items that are not listed.
 */
export function gallery(
  list: readonly Media[] | null,
  context: PictureUse,
  reveal?: () => void,
  more = 0,
): TemplateResult | typeof nothing {
  if (list === null || list.length === 0) return nothing;
  const { conversation } = context;
  const pictures = list.filter((media) => !isFile(media));
  const name = `gallery ${placeOf(list[0])}`;
  const shown = pictures.slice(0, conversation.isUnfolded(name) ? MAX : FOLDED);
  const all = pictures.length + more;
  const folded = pictures.length - shown.length;
  return html`<div class="gallery" ?data-several=${all > 1}>
      ${shown.map((media, at) => picture(media, at, all, context, reveal))}
    </div>
    ${
      folded > 0 && shown.length < MAX
        ? html`<button type="button" class="quiet" @click=${() => conversation.setUnfolded(name, true)}>
            ${strings.moreImages(folded + more)}
          </button>`
        : folded + more > 0
          ? html`<p class="note">${strings.imagesLeft(folded + more, more > 0)}</p>`
          : nothing
    }
    ${list.filter(isFile).map((media) => file(media, context))}`;
}

/** PDFs can be saved, and are never opened. */
function isFile(media: Media): boolean {
  return media.type === "application/pdf" && media.length > 0;
}

function placeOf(media: Media | undefined): string {
  return media === undefined ? "" : `${media.file}:${media.offset}`;
}

function picture(
  media: Media,
  at: number,
  of: number,
  context: PictureUse,
  reveal: (() => void) | undefined,
): TemplateResult {
  if (media.host !== "") return missing(strings.remoteImage(media.host), undefined);
  if (media.length <= 0) return missing(unshown(media.type), reveal);
  const asyncValue = context.conversation.rowCache.picture(media, show);
  const fault = faultOf(asyncValue, media.type);
  if (fault !== "") return missing(fault, reveal);
  if (asyncValue.state !== "loaded" || asyncValue.value.kind !== "image")
    return html`<div class="waiting" role="img" aria-label=${sessionStrings.reading}></div>`;
  const { url, width, height, size, whole } = asyncValue.value;
  return html`<figure class="picture">
    <button
      type="button"
      class="thumb"
      data-file=${media.file}
      data-offset=${media.offset}
      data-length=${media.length}
      data-type=${media.type}
      data-name=${media.name}
      @click=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLElement) context.enlarge(currentTarget);
      }}
    >
      <img
        src=${url}
        alt=${stripInvisible(strings.imageOf(at + 1, of, media.name, width, height, bytes(size)))}
        decoding="async"
        width=${width}
        height=${height}
      />
    </button>
    <figcaption class="ellipsis" title=${stripInvisible(media.name)}>
      ${strings.imageSize(width, height, bytes(size))}${whole ? nothing : html` · <span class="bad">${strings.cutImage}</span>`}
    </figcaption>
  </figure>`;
}

function missing(text: string, reveal: (() => void) | undefined): TemplateResult {
  return html`<p class="missing">
    ${icon("image")} <span>${markInvisible(text)}</span>
    ${reveal === undefined ? nothing : html`<button type="button" class="quiet" @click=${reveal}>${strings.details}</button>`}
  </p>`;
}

function file(media: Media, context: PictureUse): TemplateResult {
  const name = media.name || strings.document;
  return html`<p class="file">
    ${icon("read")} <bdi class="name">${markInvisible(name)}</bdi>
    <span class="facts">${strings.pdf(bytes(Math.floor((media.length * 3) / 4)))}</span>
    <button
      type="button"
      class="quiet"
      aria-label=${stripInvisible(strings.downloadOf(name))}
      @click=${() => void save(media, context.conversation.api).then(context.announce)}
    >
      ${strings.download}
    </button>
  </p>`;
}

export const mediaStyles = css`
  .gallery {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-2);
    margin: var(--u-3) 0 0;
  }
  .gallery:not(:has(*)) {
    display: none;
  }
  .gallery[data-several] {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(148px, 1fr));
  }
  .gallery .picture {
    min-width: 0;
  }
  .gallery .thumb {
    display: block;
    max-width: 100%;
    border-radius: var(--u-radius);
    background: var(--u-sunken);
    box-shadow: 0 0 0 1px var(--u-line);
    overflow: hidden;
    cursor: zoom-in;
    transition: box-shadow var(--u-quick);
  }
  .gallery .thumb:hover {
    box-shadow: 0 0 0 1px var(--u-accent-line);
  }
  .gallery img {
    display: block;
    width: auto;
    max-width: min(100%, 520px);
    height: auto;
    max-height: 280px;
  }
  .gallery[data-several] :is(.thumb, .waiting) {
    width: 100%;
    height: 112px;
  }
  .gallery[data-several] img {
    width: 100%;
    max-width: none;
    height: 100%;
    object-fit: cover;
    object-position: top;
  }
  .gallery .waiting {
    width: 320px;
    max-width: 100%;
    height: 200px;
    border-radius: var(--u-radius);
    background: var(--u-sunken);
  }
  .gallery figcaption {
    margin-top: 2px;
    color: var(--u-ink-3);
    font: var(--u-size-xs) / calc(var(--u-row) * 0.9) var(--u-font);
    font-variant-numeric: tabular-nums;
  }
  :is(.missing, .file) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px var(--u-2);
    width: fit-content;
    max-width: 100%;
    min-height: 32px;
    padding: var(--u-1) var(--u-3);
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink-3);
    font: var(--u-size-s) / var(--u-row) var(--u-font);
    overflow-wrap: anywhere;
  }
  .missing {
    grid-column: 1 / -1;
  }
  .file {
    margin-top: var(--u-2);
  }
  .file .name {
    color: var(--u-ink);
    font-weight: var(--u-medium);
  }
  :is(.missing, .file) .quiet {
    margin: 0;
  }
`;
