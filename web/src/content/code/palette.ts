import { css } from "lit";

/**
 * Colors of code and terminals, each for light and dark. All reach a contrast of 4.5:1 on their backgrounds, including
 * those of changed lines (palette.test.ts).
 */
export const palette = css`
  :host,
  :root {
    --r-code: light-dark(#f6f6f3, #1e1f22);
    --r-terminal: light-dark(#f1f1ee, #121315);
    --r-added: light-dark(#e4f3e7, #172a1d);
    --r-added-word: light-dark(#bfe5c8, #22492f);
    --r-removed: light-dark(#fbe9e7, #311d1c);
    --r-blank: light-dark(#eeeeea, #191a1c); /* beside a line that the other side does not have */
    --r-removed-word: light-dark(#f6cac5, #5a2c29);

    --r-comment: light-dark(#565a5f, #acafb5);
    --r-keyword: light-dark(#96195a, #f5a3c9);
    --r-string: light-dark(#2b5a12, #b3dd97);
    --r-number: light-dark(#1a4e9c, #9cc4fa);
    --r-title: light-dark(#5537a3, #cdb9fb);
    --r-type: light-dark(#0a5863, #7fd4de);
    --r-attr: light-dark(#6d4205, #e8bf80);
    --r-regexp: light-dark(#80380f, #f5b192);

    --r-0: light-dark(#1d1e20, #8f9298);
    --r-1: light-dark(#b0281f, #ff9187);
    --r-2: light-dark(#1b7238, #6cc788);
    --r-3: light-dark(#7d5a00, #dfb45a);
    --r-4: light-dark(#1c55a8, #7fb0f5);
    --r-5: light-dark(#8e2a86, #e59adf);
    --r-6: light-dark(#0b6470, #63c8cf);
    --r-7: light-dark(#505257, #c9cbd0);
    --r-8: light-dark(#65676d, #9a9da3);
    --r-9: light-dark(#b92f26, #ffada5);
    --r-10: light-dark(#1e7139, #8adba3);
    --r-11: light-dark(#805d06, #ecca7f);
    --r-12: light-dark(#2560b8, #a3c8ff);
    --r-13: light-dark(#982f91, #f0b6eb);
    --r-14: light-dark(#0c6873, #8adfe5);
    --r-15: light-dark(#2b2c2f, #f4f4f2);
  }
  :is(.hljs-comment, .hljs-quote, .hljs-doctag) {
    color: var(--r-comment);
  }
  :is(.hljs-keyword, .hljs-selector-tag, .hljs-template-tag, .hljs-operator) {
    color: var(--r-keyword);
  }
  :is(.hljs-string, .hljs-code, .hljs-char) {
    color: var(--r-string);
  }
  :is(.hljs-number, .hljs-literal, .hljs-symbol, .hljs-bullet) {
    color: var(--r-number);
  }
  :is(.hljs-title, .hljs-section, .hljs-selector-id) {
    color: var(--r-title);
  }
  :is(.hljs-type, .hljs-built_in, .hljs-tag, .hljs-name, .hljs-selector-class) {
    color: var(--r-type);
  }
  :is(.hljs-attr, .hljs-attribute, .hljs-property, .hljs-variable, .hljs-template-variable, .hljs-selector-attr) {
    color: var(--r-attr);
  }
  :is(.hljs-regexp, .hljs-meta, .hljs-link, .hljs-formula, .hljs-selector-pseudo) {
    color: var(--r-regexp);
  }
  .hljs-addition {
    color: var(--u-good);
  }
  .hljs-deletion {
    color: var(--u-bad);
  }
  :is(.hljs-section, .hljs-strong) {
    font-weight: 600;
  }
  :is(.hljs-emphasis, .italic) {
    font-style: italic;
  }
  /* A color set by a program keeps its hue, but its lightness is made readable, so that color cannot hide text. */
  .screen .fg {
    --c: light-dark(oklch(from var(--fg) min(l, 0.5) c h), oklch(from var(--fg) max(l, 0.7) c h));
  }
  .screen .front {
    color: var(--c);
  }
  .screen .back {
    background: color-mix(in srgb, var(--b) 24%, var(--r-terminal));
    color: color-mix(in srgb, var(--c, var(--u-ink)) 30%, var(--u-ink));
    border-radius: 2px;
  }
  .screen .inverse:not(.back) {
    background: var(--c, var(--u-ink-2));
    color: var(--r-terminal);
  }
  .bold {
    font-weight: 650;
  }
  .underline {
    text-decoration: underline;
  }
  .strike {
    text-decoration: line-through;
  }
  .underline.strike {
    text-decoration: underline line-through;
  }
  .dim:not(.front, .back, .inverse) {
    color: var(--u-ink-3);
  }
`;
