import { type TemplateResult, css, html, nothing } from "lit";
import { icon } from "../element/icon";
import { words } from "../words";
import { isFailure } from "../worker/failure";
import type { Media } from "../worker/model";
import type { RowContext } from "./context";
import { marked } from "./marked";

/** Images from the transcript's own bytes. One that is only linked is named and never loaded. */
export function gallery(list: readonly Media[] | null, context: RowContext): TemplateResult | typeof nothing {
  if (list === null || list.length === 0) return nothing;
  return html`<div class="gallery">${list.map((media) => picture(media, context))}</div>`;
}

function picture(media: Media, context: RowContext): TemplateResult {
  if (media.host !== "") return placeholder(words.row.remoteImage(media.host));
  if (media.length <= 0) return placeholder(unshown(media.type));
  const later = context.conversation.picture(media);
  switch (later.state) {
    case "waiting":
      return html`<div class="waiting" role="img" aria-label=${words.reading}></div>`;
    case "failed":
      return placeholder(isFailure(later.error) && later.error.code === "unreadable" ? words.row.unreadable : unshown(media.type));
    case "here":
      break;
  }
  switch (later.value.kind) {
    case "unknown":
      return placeholder(unshown(media.type));
    case "huge":
      return placeholder(words.row.hugeImage);
    case "image": {
      const { url, width, height } = later.value;
      return html`<img
        src=${url}
        alt=${words.row.image}
        decoding="async"
        width=${width > 0 ? width : nothing}
        height=${height > 0 ? height : nothing}
      />`;
    }
  }
}

/** The types of image that are shown. */
const shownTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);

/** Why there is no picture: its bytes are broken, or its type is none that is shown. */
function unshown(type: string): string {
  return shownTypes.has(type) ? words.row.brokenImage : words.row.notImage(type);
}

function placeholder(said: string): TemplateResult {
  return html`<span class="missing">${icon("image")} ${marked(said)}</span>`;
}

export const mediaStyles = css`
  .gallery {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-2);
    margin: var(--u-2) 0 0;
  }
  .gallery img {
    display: block;
    width: auto;
    max-width: min(100%, 480px);
    height: auto;
    max-height: 320px;
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius);
    object-fit: contain;
    background: var(--u-raised);
  }
  .gallery .waiting {
    width: 240px;
    max-width: 100%;
    height: 160px;
    border-radius: var(--u-radius);
    background: var(--u-raised);
  }
  .gallery .missing {
    display: inline-flex;
    align-items: center;
    gap: var(--u-2);
    padding: var(--u-1) var(--u-3);
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    overflow-wrap: anywhere;
  }
  .gallery .icon {
    width: 16px;
    height: 16px;
    flex: none;
  }
`;
