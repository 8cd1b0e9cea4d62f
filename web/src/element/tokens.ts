import { css } from "lit";

/**
 * The visual system: every colour, size and distance of the viewer. A page
 * that embeds it can set `--unspool-accent`, `--unspool-font` and
 * `--unspool-mono`; the rest is ours.
 */
export const tokens = css`
  :host,
  :root {
    --u-font: var(--unspool-font, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans",
      "Liberation Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji");
    --u-mono: var(--unspool-mono, ui-monospace, "SF Mono", SFMono-Regular, "Cascadia Mono", "Roboto Mono", Menlo, Consolas,
      "DejaVu Sans Mono", monospace);

    --u-size: 15px; /* words */
    --u-size-m: 13.5px; /* lines of work, code */
    --u-size-s: 12.5px; /* labels */
    --u-leading: 1.62;

    --u-1: 4px;
    --u-2: 8px;
    --u-3: 12px;
    --u-4: 16px;
    --u-5: 24px;
    --u-6: 32px;
    --u-7: 48px;
    --u-column: 720px; /* about 76 characters, and the line beside them */
    --u-icon: 16px;
    --u-gutter: 28px; /* from a line's start to its words: icon and distance */
    --u-radius: 6px;
    --u-radius-l: 10px;
    --u-quick: 120ms;

    --u-bg: light-dark(#fdfdfc, #17181a);
    --u-raised: light-dark(#f6f6f3, #1e1f22);
    --u-sunken: light-dark(#f1f1ee, #121315);
    --u-hover: light-dark(#f3f3f0, #202125);
    --u-line: light-dark(#e7e6e2, #2b2c30);
    --u-line-strong: light-dark(#cfcdc7, #43454b);
    --u-ink: light-dark(#1d1e20, #e8e7e3);
    --u-ink-2: light-dark(#505257, #b0b2b6);
    --u-ink-3: light-dark(#6a6c72, #8f9298);
    --u-accent: var(--unspool-accent, light-dark(#0d6b64, #63c8bb));
    --u-accent-soft: light-dark(#e9f3f1, #1a2c2b);
    --u-accent-line: light-dark(#7db8b1, #3c7d76);
    --u-bad: light-dark(#b0281f, #ff9187);
    --u-bad-soft: light-dark(#fcf0ee, #2e1d1c);
    --u-good: light-dark(#1b7238, #6cc788);
    --u-good-soft: light-dark(#ecf6ee, #18271c);
    --u-warn: light-dark(#855800, #dfb45a);
  }

  :host {
    color-scheme: light dark;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
`;
