import { type TemplateResult, css, html, nothing, render } from "lit";
import { onChange } from "../../base/signals";
import type { RowStore } from "../../session/row-store";
import { type ShownPicture, show } from "../../content/shown-picture";
import { bytes } from "../../session/format";
import { dialogHeader, showDialog } from "../../ui/dialog";
import { icon } from "../../ui/icon";
import { fileName } from "../../base/save";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import { strings as rowStrings } from "../strings";
import type { Media } from "../../parser/model";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { faultOf } from "./fault";

/**
 * Shows the images of a row one at a time, as large as possible. Aborting the signal closes it; closing returns the
 * focus.
 */
export class Lightbox {
  readonly #list: readonly Media[];
  readonly #conversation: RowStore;
  readonly #dialog = document.createElement("dialog");
  #at: number;
  #actual = false; // every pixel, otherwise fitted to the screen

  /** Starts with the image of a button. */
  constructor(thumb: HTMLElement, conversation: RowStore) {
    const thumbs = [...(thumb.closest("unspool-row") ?? thumb).querySelectorAll<HTMLElement>(".thumb")];
    this.#list = thumbs.map(mediaOf);
    this.#at = Math.max(0, thumbs.indexOf(thumb));
    this.#conversation = conversation;
  }

  open(root: Node, signal: AbortSignal): void {
    const dialog = this.#dialog;
    const close = (): void => dialog.close();
    // An image that was evicted meanwhile is fetched again: none is kept here.
    const { rowsVersion, contentVersion } = this.#conversation;
    const unsubscribe = onChange([rowsVersion, contentVersion], () => this.#draw());
    dialog.className = "lightbox";
    dialog.addEventListener("keydown", this.#onKey);
    signal.addEventListener("abort", close);
    dialog.addEventListener("close", () => {
      unsubscribe();
      signal.removeEventListener("abort", close);
      dialog.remove();
    });
    this.#draw();
    root.appendChild(dialog);
    showDialog(dialog);
    dialog.querySelector<HTMLElement>(".stage")?.focus();
  }

  #draw(): void {
    const media = this.#list[this.#at];
    if (media === undefined) return;
    const asyncValue = this.#conversation.rowCache.picture(media, show);
    const shown = asyncValue.state === "loaded" && asyncValue.value.kind === "image" ? asyncValue.value : undefined;
    const label = strings.imageOf(
      this.#at + 1,
      this.#list.length,
      media.name,
      shown?.width ?? 0,
      shown?.height ?? 0,
      shown === undefined ? "" : bytes(shown.size),
    );
    this.#dialog.ariaLabel = stripInvisible(label);
    render(
      this.#content(
        media,
        label,
        shown,
        shown === undefined ? faultOf(asyncValue, media.type) || sessionStrings.reading : "",
      ),
      this.#dialog,
    );
  }

  #content(
    media: Media,
    label: string,
    shown: Extract<ShownPicture, { kind: "image" }> | undefined,
    text: string,
  ): TemplateResult {
    const several = this.#list.length > 1;
    return html`${dialogHeader(html`<span aria-live="polite">${markInvisible(label)}</span>`, {
        actions:
          shown === undefined
            ? nothing
            : html`<button type="button" class="tool-button text" aria-pressed=${this.#actual} @click=${this.#zoom}>
                  ${strings.actual}
                </button>
                <a
                  class="tool-button text"
                  href=${shown.url}
                  download=${fileName(
                    media.name || `${rowStrings.image}-${this.#at + 1}`,
                    /\.(?:png|jpe?g|gif|webp|avif)$/i,
                    shown.type.slice("image/".length),
                  )}
                  >${strings.download}</a
                >`,
      })}
      <div
        class="stage"
        tabindex="0"
        role="group"
        aria-label=${rowStrings.image}
        ?data-actual=${this.#actual}
        @click=${this.#onClick}
      >
        ${shown === undefined ? html`<p>${text}</p>` : html`<img src=${shown.url} alt=${stripInvisible(label)} />`}
      </div>
      ${
        several
          ? html`<button
                type="button"
                class="tool-button go back"
                aria-label=${strings.previous}
                ?disabled=${this.#at === 0}
                @click=${() => this.#go(this.#at - 1)}
              >
                ${icon("chevron")}
              </button>
              <button
                type="button"
                class="tool-button go"
                aria-label=${strings.next}
                ?disabled=${this.#at === this.#list.length - 1}
                @click=${() => this.#go(this.#at + 1)}
              >
                ${icon("chevron")}
              </button>`
          : nothing
      }`;
  }

  #go(at: number): void {
    if (at < 0 || at >= this.#list.length) return;
    this.#at = at;
    this.#draw();
    // A button that is no longer useful would keep the focus, and receive the keys.
    if (this.#dialog.querySelector(".go:disabled:focus") !== null)
      this.#dialog.querySelector<HTMLElement>(".stage")?.focus();
  }

  readonly #zoom = (): void => {
    this.#actual = !this.#actual;
    this.#draw();
  };

  /** A click on the image zooms; a click beside it closes the lightbox. */
  readonly #onClick = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) this.#zoom();
    else this.#dialog.close();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = this.#actFor(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  #actFor(key: string): (() => void) | undefined {
    switch (key) {
      case "ArrowLeft":
        return () => this.#go(this.#at - 1);
      case "ArrowRight":
        return () => this.#go(this.#at + 1);
      case "Home":
        return () => this.#go(0);
      case "End":
        return () => this.#go(this.#list.length - 1);
      case "z":
        return this.#zoom;
      default:
        return undefined;
    }
  }
}

/** The actions of a gallery's buttons. */
function mediaOf({ dataset }: HTMLElement): Media {
  const { file, offset, length, type = "", name = "" } = dataset;
  return { file: Number(file), offset: Number(offset), length: Number(length), type, name, host: "" };
}

/** It is dark in both themes, which suits images best. */
export const lightboxStyles = css`
  dialog.lightbox {
    width: 100vw;
    max-width: none;
    height: 100dvh;
    max-height: none;
    border: 0;
    border-radius: 0;
    background: var(--u-sunken);
    color-scheme: dark;
    outline: none;
  }
  .lightbox[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
  }
  .lightbox .dialog-header {
    margin: 0;
    padding: var(--u-2) var(--u-2) var(--u-2) var(--u-4);
  }
  .lightbox h2 {
    font: var(--u-size-m) / var(--u-row) var(--u-font);
    font-variant-numeric: tabular-nums;
  }
  .lightbox .text {
    width: auto;
    padding: 0 var(--u-3);
    font: var(--u-medium) var(--u-size-m) / 1 var(--u-font);
    text-decoration: none;
  }
  .lightbox [aria-pressed="true"] {
    color: var(--u-accent);
  }
  .lightbox .stage {
    display: grid;
    place-items: safe center;
    min-height: 0;
    padding: 0 var(--u-3) var(--u-3);
    overflow: auto;
    overscroll-behavior: contain;
  }
  .lightbox .stage:not([data-actual]) {
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  .lightbox .stage:focus-visible {
    outline: none; /* it fills the window */
  }
  .lightbox .stage:focus-visible > * {
    outline: 2px solid var(--u-accent);
    outline-offset: 2px;
  }
  .lightbox img {
    display: block;
    max-width: 100%;
    max-height: 100%;
    cursor: zoom-in;
  }
  .lightbox [data-actual] img {
    max-width: none;
    max-height: none;
    cursor: zoom-out;
  }
  .lightbox .go {
    position: absolute;
    inset-block-start: calc(50% - 22px);
    inset-inline-end: var(--u-3);
    width: 44px;
    height: 44px;
    border-radius: var(--u-pill);
    background: var(--u-raised);
  }
  .lightbox .go.back {
    inset-inline: var(--u-3) auto;
    rotate: 180deg;
  }
  .lightbox .go:disabled {
    opacity: 0;
    pointer-events: none;
  }
  @media (max-width: 560px) {
    .lightbox .dialog-header {
      flex-wrap: wrap;
      justify-content: flex-end;
    }
    .lightbox h2 {
      flex-basis: 100%;
      padding-block: var(--u-1);
      white-space: normal;
    }
  }
`;
