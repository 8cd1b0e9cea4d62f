import { css } from "lit";

/**
 * The visual system: every color, size, distance and movement of the viewer; `/styleguide.html` shows it. A page that
 * embeds the viewer can set `--unspool-accent`, `--unspool-ground`, `--unspool-ink`, `--unspool-font`,
 * `--unspool-mono`, `--unspool-size` and `--unspool-radius`; the other tokens are private.
 *
 * - Prose is the largest and darkest text, lines of work are a step smaller, and labels are the smallest. There are
 *   three inks: for text to read, to scan, and to look up.
 * - Distances are multiples of 4 px; there is more space between turns than within one.
 * - There is one accent, for the user and for what can be clicked. Outcomes have a color and a word, never a color
 *   alone. Agents have hues, always with a name.
 * - Things move only in response to the user: 120 ms for a state, 200 ms for a position.
 *
 * All inks and hues reach a contrast of 4.5:1 on their backgrounds (tokens.test.ts).
 */
export const tokens = css`
  :host,
  :root {
    --u-font: var(
      --unspool-font,
      ui-sans-serif,
      system-ui,
      -apple-system,
      "Segoe UI",
      Roboto,
      "Helvetica Neue",
      "Noto Sans",
      "Liberation Sans",
      Arial,
      sans-serif,
      "Apple Color Emoji",
      "Segoe UI Emoji",
      "Noto Color Emoji"
    );
    --u-mono: var(
      --unspool-mono,
      ui-monospace,
      "SF Mono",
      SFMono-Regular,
      "Cascadia Mono",
      "Roboto Mono",
      Menlo,
      Consolas,
      "DejaVu Sans Mono",
      monospace
    );

    --u-size: var(--unspool-size, 15px); /* prose */
    --u-size-m: calc(var(--u-size) * 0.9); /* 13.5px: lines of work, code */
    --u-size-s: calc(var(--u-size) * 12.5 / 15); /* labels */
    --u-size-f: calc(var(--u-size) * 0.8); /* 12px: the faintest lines, controls of code */
    --u-size-xs: calc(var(--u-size) * 11.5 / 15); /* marks inside labels */
    --u-size-l: calc(var(--u-size) * 17 / 15); /* headings of panels and states */
    --u-row: calc(var(--u-size) * 4 / 3); /* 20px: the height of a line of work, or of labels */
    --u-leading: 1.62;
    --u-strong: 600;
    --u-medium: 500;

    --u-1: 4px;
    --u-2: 8px;
    --u-3: 12px;
    --u-4: 16px;
    --u-5: 24px;
    --u-6: 32px;
    --u-7: 48px;
    --u-column: 720px; /* about 76 characters, and the line beside them */
    --u-icon: calc(var(--u-row) * 0.8); /* 16px */
    --u-gutter: calc(var(--u-icon) + 12px); /* from the start of a line to its text: icon and distance */
    --u-radius: 6px;
    --u-radius-l: 10px;
    --u-pill: 999px;
    --u-quick: 120ms; /* a state */
    --u-calm: 200ms cubic-bezier(0.2, 0, 0, 1); /* a position */
    --u-shadow:
      0 1px 2px light-dark(rgb(0 0 0 / 0.06), rgb(0 0 0 / 0.4)),
      0 8px 24px light-dark(rgb(0 0 0 / 0.1), rgb(0 0 0 / 0.5));

    --u-bg: var(--unspool-ground, light-dark(#fdfdfc, #17181a));
    --u-raised: light-dark(#f6f6f3, #1e1f22);
    --u-sunken: light-dark(#f1f1ee, #121315);
    --u-hover: light-dark(#f3f3f0, #202125);
    --u-line: light-dark(#e7e6e2, #2b2c30);
    --u-line-strong: light-dark(#cfcdc7, #43454b);
    --u-ink: var(--unspool-ink, light-dark(#1d1e20, #e8e7e3));
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
    --u-warn-soft: light-dark(#fbf3e2, #2b2416);
    --u-found: light-dark(#ffe69c, #5a4a1c); /* search matches */

    /* Agents: these are the names that Claude Code gives to the colors of a team. */
    --u-red: light-dark(#b3261e, #ff9a90);
    --u-orange: light-dark(#9a4a00, #f0a868);
    --u-yellow: light-dark(#7a5c00, #dcbb55);
    --u-green: light-dark(#24713a, #7ccb90);
    --u-cyan: light-dark(#0b6675, #6dcbd8);
    --u-blue: light-dark(#1f5fb4, #8ab8f8);
    --u-purple: light-dark(#6b46b8, #bfa5f5);
    --u-pink: light-dark(#a12c78, #f09fcf);
  }
  @media (prefers-contrast: more) {
    :host,
    :root {
      --u-bg: light-dark(#fff, #000);
      --u-ink: light-dark(#000, #fff);
      --u-ink-2: light-dark(#26272a, #e0e0de);
      --u-ink-3: light-dark(#3c3e43, #c9cacd);
      --u-line: light-dark(#8a8b8f, #85878d);
      --u-line-strong: light-dark(#55575c, #b0b2b6);
    }
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
