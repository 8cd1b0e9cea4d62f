import { css } from "lit";

export const showcaseStyles = css`
  .preview,
  .pictures figure {
    margin: 0;
  }
  .preview {
    position: relative;
    display: flex;
    flex-direction: column;
    height: 100%;
    overflow: hidden;
    border: 1px solid var(--u-line-strong);
    border-radius: 14px;
    background: var(--u-bg);
    box-shadow: var(--u-shadow);
    transition: border-color var(--u-quick);
  }
  /* Without a network there is neither a picture nor a session. */
  .preview:has(img[hidden]):not(:has([data-live])),
  .tour:not(:has(figure:not([hidden]))) {
    display: none;
  }
  .preview:hover {
    border-color: var(--u-accent-line);
  }
  .preview .screen {
    position: relative;
    flex: 1;
    min-height: 0;
    overflow: hidden;
  }
  /* The lower edge fades: there is more of the session than the box shows. */
  .preview .screen::after {
    content: "";
    position: absolute;
    inset: auto 0 0;
    height: 72px;
    background: linear-gradient(to bottom, transparent, var(--u-bg));
  }
  .preview img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    object-position: 0 0;
  }
  unspool-sample-preview {
    --unspool-size: 13px;
    position: absolute;
    inset: 0;
    opacity: 0;
    transition: opacity 240ms;
    -webkit-user-select: none;
    user-select: none;
  }
  unspool-sample-preview[data-live] {
    opacity: 1;
  }
  .preview figcaption {
    border-top: 1px solid var(--u-line);
    background: var(--u-raised);
  }
  .preview button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    padding: 10px 16px;
    color: var(--u-ink-2);
    font-size: 13.5px;
    line-height: 20px;
    text-align: start;
    cursor: pointer;
  }
  /* All of the figure is clicked like its caption. */
  .preview button::after {
    content: "";
    position: absolute;
    inset: 0;
  }
  .preview button:focus-visible {
    outline: none;
  }
  .preview:has(button:focus-visible) {
    outline: 2px solid var(--u-accent);
    outline-offset: 2px;
  }
  .preview .go {
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: 4px;
    color: var(--u-accent);
    font-weight: 500;
  }
  .preview .go .icon {
    width: 15px;
    height: 15px;
    transition: transform var(--u-calm);
  }
  .preview:hover .go .icon {
    transform: translateX(2px);
  }
  :is(.tour, .embedding) {
    width: 100%;
    max-width: 1320px;
    margin-inline: auto;
    padding: 56px 8px 0;
  }
  :is(.tour, .embedding) h2 {
    font: 600 24px / 1.25 var(--u-font);
    letter-spacing: -0.018em;
  }
  .pictures {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 48px 40px;
    margin-top: 28px;
  }
  .pictures picture {
    display: block;
    aspect-ratio: 1280 / 860;
    overflow: hidden;
    border: 1px solid var(--u-line);
    border-radius: 10px;
    background: var(--u-raised);
  }
  .pictures img {
    width: 100%;
    height: 100%;
  }
  .pictures figcaption {
    margin-top: 14px;
  }
  .pictures h3 {
    font: 600 16px / 24px var(--u-font);
  }
  :is(.pictures, .embedding) p {
    margin: 2px 0 0;
    max-width: 40em;
    color: var(--u-ink-2);
    font-size: 15px;
    line-height: 1.55;
    text-wrap: pretty;
  }
  .embedding {
    display: grid;
    grid-template-columns: minmax(0, 4fr) minmax(0, 7fr);
    align-items: center;
    gap: 20px 40px;
    padding-bottom: 24px;
  }
  .embedding p {
    margin-top: 8px;
  }
  .embedding a {
    color: var(--u-accent);
  }
  .snippet {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 6px 16px 6px 6px;
    border: 1px solid var(--u-line);
    border-radius: 10px;
    background: var(--u-raised);
  }
  .snippet pre {
    flex: 1;
    min-width: 0;
    margin: 0;
    padding: 12px 14px;
    overflow-x: auto;
    border-radius: 6px;
    font: 13.5px / 1.65 var(--u-mono);
  }
  .copying {
    position: relative;
    flex: none;
  }
  .copying [role="status"] {
    position: absolute;
    inset: auto 0 calc(100% + 2px) auto;
    color: var(--u-good);
    font-size: 12.5px;
    line-height: 16px;
    white-space: nowrap;
  }
  @media (max-width: 860px) {
    .pictures,
    .embedding {
      grid-template-columns: minmax(0, 1fr);
    }
    .pictures {
      gap: 36px;
    }
    .snippet {
      flex-direction: column;
      align-items: stretch;
      padding: 6px 6px 12px;
    }
    .copying {
      align-self: end;
      margin-inline-end: 6px;
    }
  }
  /* On a phone, a part of each picture that can be read says more than all of it. */
  @media (max-width: 600px) {
    .pictures picture {
      aspect-ratio: 1;
    }
    .pictures img {
      object-fit: cover;
      object-position: 60% 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    unspool-sample-preview,
    .preview,
    .preview .go .icon {
      transition: none;
    }
  }
`;
