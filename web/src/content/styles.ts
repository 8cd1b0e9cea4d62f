import { css } from "lit";
import { palette } from "./code/palette";

/** Styles of everything that is rendered, on top of the tokens of the viewer. */
export const renderStyles = [
  palette,
  css`
    .frame {
      position: relative;
      container-type: inline-size;
      margin: 0;
      min-width: 0;
      border: 1px solid var(--u-line);
      border-radius: var(--u-radius);
      background: var(--r-code);
      color: var(--u-ink);
      overflow: clip;
      font: var(--u-size-m) / 1.55 var(--u-mono);
      font-size: calc(var(--u-size-m) - 0.5px);
      font-variant-ligatures: none;
    }
    .bar {
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 35px;
      padding: 0 5px 0 12px;
      border-bottom: 1px solid var(--u-line);
      color: var(--u-ink-2);
      font-size: var(--u-size-s);
    }
    :is(.code, .diff) > .bar {
      position: sticky;
      z-index: 2;
      top: 0;
      background: var(--r-code);
    }
    .title {
      display: flex;
      align-items: baseline;
      gap: 10px;
      flex: 1 1 auto;
      min-width: 0;
      overflow: hidden;
      white-space: nowrap;
    }
    .located {
      display: flex;
      min-width: 0;
    }
    .located > span {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      color: var(--u-ink-3);
    }
    .located > :first-child {
      flex: 0 9999 auto;
    }
    .located > :last-child {
      flex: 0 1 auto;
      color: var(--u-ink);
      font-weight: 500;
    }
    :is(.language, .condition) {
      flex: none;
      color: var(--u-ink-3);
      font: var(--u-size-f) / 1 var(--u-font);
    }
    .condition {
      padding: 2px 6px;
      border-radius: 99px;
      background: var(--u-hover);
      color: var(--u-ink-2);
    }
    .actions {
      display: flex;
      flex: none;
      gap: 2px;
      margin-left: auto;
    }
    .choice {
      display: flex;
      gap: 1px;
      margin-right: 6px;
      padding: 1px;
      border-radius: 6px;
      background: var(--u-hover);
    }
    .choice .action {
      min-height: 22px;
      padding: 0 7px;
    }
    .choice .action[aria-pressed="true"] {
      background: var(--r-code);
      color: var(--u-ink);
      box-shadow: 0 0 0 1px var(--u-line);
    }
    .opens::after {
      box-sizing: content-box;
      display: inline-block;
      width: 5px;
      height: 5px;
      margin: 0 1px 2px 6px;
      border: solid currentColor;
      border-width: 0 1.25px 1.25px 0;
      rotate: 45deg;
      content: "";
    }
    .menu {
      padding: 4px;
      border: 1px solid var(--u-line-strong);
      border-radius: 8px;
      background: var(--u-raised);
      color: inherit;
    }
    .menu .action {
      display: block;
      width: 100%;
      min-height: 28px;
      text-align: start;
    }
    :is(.action, .more, .more-characters) {
      color: var(--u-ink-3);
      font: 500 var(--u-size-f) / 1 var(--u-font);
    }
    .action {
      min-height: 24px;
      padding: 0 8px;
      border-radius: 4px;
    }
    .action:hover {
      background: var(--u-hover);
      color: var(--u-ink);
    }
    .action[aria-pressed="true"] {
      color: var(--u-accent);
    }
    .frame :focus-visible,
    .table:focus-visible {
      outline: 2px solid var(--u-accent);
      outline-offset: -2px;
      border-radius: 4px;
    }
    .frame .sheet:focus,
    .plain:focus {
      outline: none;
    }
    :is(.snippet, .source) .bar {
      min-height: 28px;
      margin-bottom: -6px;
      border-bottom: 0;
      color: var(--u-ink-3);
      font: var(--u-size-f) / 1 var(--u-font);
    }
    .snippet .bar:has(.title:empty) {
      position: absolute;
      z-index: 1;
      inset: 3px 3px auto auto;
      margin: 0;
      padding: 0;
      border-radius: 4px;
      background: var(--r-code);
    }
    .lines {
      margin: 0;
      padding: 8px 0;
      overflow-x: auto;
      font: inherit;
      tab-size: 4;
      overscroll-behavior-x: contain;
    }
    .sheet {
      display: block;
      width: max-content;
      min-width: 100%;
      font: inherit;
    }
    :is(.wrapped, .screen) .sheet {
      width: auto;
    }
    .line {
      display: flex;
      min-height: 1lh;
      padding-right: 12px;
    }
    .text {
      flex: 1 1 auto;
      min-width: 0;
      padding-left: 12px;
      white-space: pre;
      unicode-bidi: isolate;
    }
    .text span {
      unicode-bidi: isolate;
    }
    .wrapped .text,
    .plain {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    :is(.numbered .line, .diff .line, .diff .sign)::before {
      flex: none;
      box-sizing: content-box;
      width: calc(var(--digits, 3) * 1ch);
      padding: 0 4px 0 12px;
      color: var(--u-ink-3);
      text-align: right;
      content: attr(data-n) / "";
      user-select: none;
    }
    .numbered .line::before {
      position: sticky;
      left: 0;
      background: var(--r-code);
    }
    .nothing {
      padding: 0 12px;
      color: var(--u-ink-3);
      font-family: var(--u-font);
    }
    .more {
      display: block;
      width: 100%;
      min-height: 30px;
      padding: 0 12px;
      border-block: 1px solid var(--u-line);
      color: var(--u-accent);
      text-align: left;
    }
    .more:last-child {
      margin-bottom: -8px;
      border-bottom: 0;
    }
    .more:hover {
      background: var(--u-hover);
    }
    .more-characters {
      padding: 2px 6px;
      border-radius: 4px;
      background: var(--u-hover);
      color: var(--u-accent);
    }
    /* Beside each other: each side has its own number, and what only one side has leaves the other empty. */
    .diff .new:not(.added, .note) {
      display: none;
    }
    .pair {
      display: block;
    }
    @container (min-width: 640px) {
      .split .sheet {
        width: auto;
      }
      .split .pair {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        background: var(--r-blank);
      }
      .split .pair > .line {
        grid-row: var(--row, 1);
        background-color: var(--r-code);
      }
      .split .pair > .old {
        grid-column: 1;
      }
      .diff .split .pair > .new {
        display: flex;
        grid-column: 2;
        box-shadow: inset 1px 0 var(--u-line);
      }
      .split .pair > .added {
        background-color: var(--r-added);
      }
      .split .pair > .removed {
        background-color: var(--r-removed);
      }
      .split .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      :is(.split .old .sign, .diff .split .new)::before {
        display: none;
      }
      .split .new[inert] {
        user-select: none;
      }
    }
    .diff .line::before {
      content: attr(data-before) / "";
      padding-right: 0;
    }
    .diff .sign {
      display: flex;
      flex: none;
    }
    .diff .sign::before {
      content: attr(data-after) / "";
      padding-left: 10px;
    }
    .diff .sign::after {
      width: calc(1ch + 8px);
      padding-left: 8px;
      content: attr(data-sign) / "";
      user-select: none;
      font-weight: 600;
    }
    .unnumbered .line::before,
    .diff .unnumbered .sign::before {
      display: none;
    }
    .unnumbered .sign::after {
      margin-left: 4px;
    }
    .diff .text {
      padding-left: 8px;
    }
    .added {
      background: var(--r-added);
    }
    .removed {
      background: var(--r-removed);
    }
    .added .sign::after,
    .plus {
      color: var(--u-good);
    }
    .removed .sign::after,
    .minus {
      color: var(--u-bad);
    }
    :is(.diff .added, .diff .removed, .added .sign, .removed .sign)::before {
      color: var(--u-ink-2);
    }
    .changed {
      border-radius: 2px;
      box-decoration-break: clone;
      -webkit-box-decoration-break: clone;
    }
    .added .changed {
      background: var(--r-added-word);
    }
    .removed .changed {
      background: var(--r-removed-word);
    }
    .counts {
      display: inline-flex;
      gap: 6px;
      margin-left: 10px;
      font-weight: 600;
      font-variant-numeric: tabular-nums;
    }
    :empty + .counts {
      margin-left: 0;
    }
    .gap,
    .diff .more {
      display: block;
      width: 100%;
      min-height: 26px;
      padding: 0 12px;
      border-block: 1px solid var(--u-line);
      background: var(--u-hover);
      color: var(--u-ink-3);
      font: var(--u-size-f) / 25px var(--u-font);
      text-align: left;
    }
    :is(.gap, .more) {
      position: sticky;
      left: 0;
      width: 100cqi;
    }
    .diff .more::before,
    .gap::before {
      display: inline-block;
      width: calc(var(--digits, 3) * 2 * 0.6 * var(--u-size-m) + 36px);
      text-align: center;
      content: "↕" / "";
    }
    .gap::before {
      visibility: hidden;
    }
    .diff .more {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .within {
      margin-left: 14px;
      color: var(--u-ink-3);
      font: 400 var(--u-size-f) var(--u-mono);
    }
    .diff .more {
      color: var(--u-accent);
      font-weight: 500;
    }
    .gap:first-child,
    .diff .more:first-child {
      margin-top: -8px;
      border-top: 0;
    }
    .frame.wide {
      --wide: min(1180px, 100cqi - 64px - var(--depth, 0) * 44px);
      margin-inline: min(0px, (100% - var(--wide)) / 2);
    }
    .diff .note::before {
      content: none;
    }
    @container conversation (max-width: 720px) {
      :is(.choice [data-name="split"], .choice:not(:has([data-name="before"]))) {
        display: none;
      }
    }
    .diff .note .text {
      padding-left: calc(var(--digits, 3) * 2ch + 48px);
      color: var(--u-ink-3);
      font-family: var(--u-font);
    }
    .pending {
      min-height: 60px;
      color: var(--u-ink-3);
      font-size: calc(var(--u-size-m) - 0.5px);
    }
    .terminal {
      background: var(--r-terminal);
    }
    .terminal .bar {
      align-items: flex-start;
      color: var(--u-ink);
    }
    .terminal .title {
      padding: 6px 0;
      white-space: normal;
    }
    .terminal .actions {
      padding-top: 5px;
    }
    .prompt {
      display: flex;
      gap: 1ch;
      font-size: calc(var(--u-size-m) - 0.5px);
      line-height: 1.55;
    }
    .prompt .sign::before {
      content: attr(data-sign);
      color: var(--u-accent);
      font-weight: 700;
      user-select: none;
    }
    .command {
      min-width: 0;
      font: inherit;
    }
    .command .line {
      padding: 0;
    }
    .command .text {
      padding: 0;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .command .more {
      border: 0;
      padding: 0;
      min-height: 22px;
    }
    .screen .line {
      display: block;
      padding: 0 12px;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      tab-size: 8;
    }
    .screen.stderr {
      padding-top: 2px;
      box-shadow: inset 2px 0 var(--u-line-strong);
    }
    .stream {
      padding: 6px 12px 2px;
      border-top: 1px solid var(--u-line);
      box-shadow: inset 2px 0 var(--u-line-strong);
      color: var(--u-ink-3);
      font: 500 var(--u-size-f) / 1.4 var(--u-font);
    }
    :is(.screen.failed, .stream.failed) {
      box-shadow: inset 2px 0 var(--u-bad);
    }
    .stream.failed {
      color: var(--u-bad);
    }
    .bar + .stream {
      border-top: 0;
    }
    .notes {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 14px;
      padding: 6px 12px;
      border-top: 1px solid var(--u-line);
      color: var(--u-ink-3);
      font: var(--u-size-f) / 1.4 var(--u-font);
    }
    .bar + .notes {
      border-top: 0;
    }
    .exit {
      font-family: var(--u-mono);
    }
    .exit.failed {
      color: var(--u-bad);
      font-weight: 600;
    }
    .overwritten::after {
      content: attr(data-label) / "";
      margin-left: 1ch;
      color: var(--u-ink-3);
      font-size: calc(var(--u-size) * 11 / 15);
      user-select: none;
    }
    .screen a {
      color: inherit;
    }
    .host {
      color: var(--u-warn);
      font-size: 0.9em;
      overflow-wrap: anywhere;
    }
    .aside {
      margin: 8px 0;
      color: var(--u-ink-3);
      font-size: var(--u-size-s);
    }
    @container (max-width: 480px) {
      .bar {
        flex-wrap: wrap;
        gap: 0 8px;
      }
      .terminal .bar {
        flex-direction: column;
      }
      .terminal .actions {
        margin-left: -8px;
        padding-bottom: 5px;
      }
    }
    @media (hover: hover) {
      .frame .actions {
        opacity: 0;
        transition: opacity 120ms;
      }
      .frame:hover .actions,
      .frame:focus-within .actions,
      .frame .actions:has(> [aria-pressed="true"], :popover-open) {
        opacity: 1;
      }
      .terminal .actions {
        position: absolute;
        inset: 0 0 auto auto;
        padding: 5px;
        border-radius: 0 var(--u-radius);
        background: var(--r-terminal);
      }
    }
    @media (prefers-reduced-motion: reduce) {
      .frame .actions {
        transition: none;
      }
    }
    @media (forced-colors: active) {
      .added .text,
      .changed {
        text-decoration: underline;
      }
      .removed .changed {
        text-decoration: line-through;
      }
      .action[aria-pressed="true"] {
        color: Highlight;
        outline: 1px solid Highlight;
      }
      .prose :not(pre) > code {
        outline: 1px solid;
      }
    }
    @media print {
      :is(.actions, .more) {
        display: none;
      }
      .bar {
        position: static !important;
      }
      .lines {
        overflow: visible;
      }
      .sheet {
        width: auto;
      }
      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    }
  `,
  css`
    .prose {
      min-width: 0;
      overflow-wrap: anywhere;
      unicode-bidi: isolate;
    }
    .prose bdi {
      unicode-bidi: plaintext;
    }
    .prose > :first-child,
    .prose li > :first-child,
    .prose .task > div > :first-child,
    .prose blockquote > :first-child {
      margin-top: 0;
    }
    .prose > :last-child,
    .prose li > :last-child,
    .prose .task > div > :last-child,
    .prose blockquote > :last-child {
      margin-bottom: 0;
    }
    .prose p {
      margin: 0.75em 0;
    }
    .prose :is(h4, h5, h6) {
      margin: 1.6em 0 0.5em;
      color: var(--u-ink);
      font-weight: 650;
      line-height: 1.3;
      text-wrap: balance;
      break-after: avoid;
    }
    .prose :is(h4, h5, h6) + :is(h4, h5, h6) {
      margin-top: 0.75em;
    }
    .prose .level-1 {
      font-size: 1.3em;
      letter-spacing: -0.011em;
    }
    .prose .level-2 {
      font-size: 1.15em;
      letter-spacing: -0.006em;
    }
    .prose .level-3 {
      font-size: 1em;
    }
    .prose :is(.level-4, .level-5, .level-6) {
      font-size: 0.93em;
      color: var(--u-ink-2);
    }
    .prose :is(ul, ol) {
      list-style: revert;
      margin: 0.75em 0;
      padding-inline-start: 1.6em;
    }
    .prose li > :is(ul, ol),
    .prose .task > div > :is(ul, ol) {
      margin: 0.3em 0;
    }
    .prose li + li {
      margin-top: 0.3em;
    }
    .prose :is(li:has(> p) + li, li + li:has(> p)) {
      margin-top: 0.75em;
    }
    .prose li::marker {
      color: var(--u-ink-3);
      font-variant-numeric: tabular-nums;
    }
    .prose .task {
      display: flex;
      gap: 0.6em;
      margin-inline-start: -1.5em;
      list-style: none;
    }
    .prose .task > div {
      flex: 1;
      min-width: 0;
    }
    .prose li:not(.task) > .task,
    .prose .task > div > ul > .task {
      margin-inline-start: -1.6em;
    }
    .box {
      flex: none;
      width: 14px;
      height: 14px;
      border: 1.5px solid var(--u-line-strong);
      border-radius: 3px;
    }
    .prose .task > .box {
      margin-top: 0.34em;
    }
    .box.done {
      display: grid;
      place-items: center;
      border-color: var(--u-accent);
      background: var(--u-accent);
    }
    .box.done::after {
      box-sizing: content-box;
      width: 6px;
      height: 3px;
      margin-top: -2px;
      border: solid light-dark(#fff, #17181a);
      border-width: 0 0 1.75px 1.75px;
      rotate: -45deg;
      content: "";
    }
    .prose strong {
      font-weight: 650;
    }
    .prose a[href] {
      color: var(--u-accent);
      text-decoration: underline color-mix(in srgb, currentColor 40%, transparent);
      text-underline-offset: 0.18em;
    }
    .prose a[href]:hover {
      text-decoration-color: currentColor;
    }
    .prose :is(p, li, td, th, blockquote, h4, h5, h6, div[dir], a, em, strong, del) > code {
      padding: 0.15em 0.36em;
      border-radius: 4px;
      background: color-mix(in srgb, var(--u-ink) 7%, transparent);
      font: 0.875em / 1.4 var(--u-mono);
      font-variant-ligatures: none;
      box-decoration-break: clone;
      -webkit-box-decoration-break: clone;
    }
    .prose :is(h4, h5, h6) > code {
      font-weight: 600;
    }
    .prose a > code {
      color: inherit;
    }
    .prose div.drawn {
      margin: 1em 0;
      overflow-x: auto;
    }
    .prose .frame {
      margin: 1em 0;
    }
    .prose li > .frame {
      margin: 0.6em 0;
    }
    .prose blockquote {
      margin: 1em 0;
      padding-inline-start: 1em;
      border-inline-start: 3px solid var(--u-line-strong);
      color: var(--u-ink-2);
    }
    .prose blockquote blockquote {
      padding-inline-start: 0.6em;
    }
    .prose hr {
      height: 1px;
      margin: 1.75em 0;
      border: 0;
      background: var(--u-line-strong);
    }
    .prose .table {
      margin: 1em 0;
      overflow-x: auto;
      overscroll-behavior-x: contain;
    }
    .prose table {
      border-collapse: collapse;
      font-size: 0.93em;
      line-height: 1.5;
      font-variant-numeric: tabular-nums;
      overflow-wrap: normal;
    }
    .prose :is(th, td) {
      box-sizing: content-box;
      max-width: 28em;
      padding: 0.5em 1em;
      border-bottom: 1px solid var(--u-line);
      text-align: start;
      vertical-align: top;
    }
    .prose :is(th, td).long {
      min-width: 12em;
    }
    @container conversation (max-width: 560px) {
      .prose :is(th, td) {
        padding-inline: 0.65em;
      }
      .prose :is(th, td).long {
        min-width: 8em;
      }
    }
    .prose :is(th, td):first-child {
      padding-inline-start: 0;
    }
    .prose :is(th, td):last-child {
      padding-inline-end: 0.25em;
    }
    .prose tr:last-child > td {
      border-bottom: 0;
    }
    .prose th {
      border-bottom-color: var(--u-line-strong);
      color: var(--u-ink-2);
      font-weight: 600;
      white-space: nowrap;
    }
    .prose td > code {
      overflow-wrap: break-word;
    }
    .prose td:not(.long) > code {
      white-space: nowrap;
    }
    .prose :is(th, td).left {
      text-align: left;
    }
    .prose :is(th, td).right {
      text-align: right;
    }
    .prose :is(th, td).center {
      text-align: center;
    }
    .prose .target {
      color: var(--u-ink-3);
      font: 0.85em var(--u-mono);
    }
    .prose .picture {
      padding: 0.1em 0.5em;
      border: 1px dashed var(--u-line-strong);
      border-radius: 4px;
      color: var(--u-ink-2);
      font-size: 0.92em;
    }
    .prose sup {
      font-size: 0.75em;
      line-height: 0;
    }
    .prose .leads {
      min-width: 24px;
      min-height: 24px;
      margin: -8px -6px;
      border-radius: 4px;
      color: var(--u-accent);
      font-weight: 600;
    }
    .prose .leads:hover {
      text-decoration: underline;
    }
    .prose .leads:focus {
      outline: 2px solid var(--u-accent);
      outline-offset: -2px;
    }
    .prose .footnotes {
      margin-top: 1.75em;
      padding-top: 0.75em;
      border-top: 1px solid var(--u-line);
      color: var(--u-ink-2);
      font-size: 0.9em;
    }
    .prose .footnotes ol {
      margin: 0;
    }
    .prose .footnotes .leads {
      margin: -2px 0;
      user-select: none;
    }
    .prose .footnotes li:focus {
      outline: none;
      background: var(--u-hover);
      box-shadow: 0 0 0 4px var(--u-hover);
      border-radius: 2px;
    }
  `,
] as const;
