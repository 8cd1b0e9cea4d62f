import { css } from "lit";
import { buttonStyles, fieldStyles } from "../../../ui/common-styles";
import { stateStyles } from "../../../viewer/states";
import { findingStyles } from "./findings";

export const shareStyles = [
  stateStyles,
  buttonStyles,
  fieldStyles,
  findingStyles,
  css`
    dialog {
      width: min(600px, calc(100% - 32px));
    }
    fieldset {
      margin: var(--u-3) 0 0;
      padding: 0;
      border: 0;
    }
    legend {
      padding: 0;
    }
    .formats {
      display: flex;
      flex-wrap: wrap;
      gap: 2px;
    }
    .formats p {
      width: 100%;
      margin: var(--u-1) 0 0;
      color: var(--u-ink-2);
    }
    .formats label {
      position: relative;
      padding: var(--u-1) var(--u-3);
      border-radius: var(--u-radius);
      color: var(--u-ink-2);
      cursor: pointer;
    }
    .formats label:hover {
      background: var(--u-hover);
    }
    .formats label:has(:checked) {
      background: var(--u-sunken);
      color: var(--u-ink);
      font-weight: var(--u-strong);
    }
    .formats label:has(:focus-visible) {
      outline: 2px solid var(--u-accent);
    }
    .formats input {
      position: absolute;
      inset: 0;
      margin: 0;
      opacity: 0;
      cursor: pointer;
    }
    .line {
      display: flex;
      flex-wrap: wrap;
      gap: var(--u-1) var(--u-4);
    }
    .line legend {
      float: left;
      margin-inline-end: var(--u-4);
      color: var(--u-ink-2);
    }
    @media (width < 560px) {
      .line legend {
        width: 100%;
      }
    }
    :is(input[type="radio"], input[type="checkbox"]) {
      flex: none;
      margin: 0 var(--u-1) 0 0;
      accent-color: var(--u-accent);
      vertical-align: -1px;
    }
    .findings input {
      align-self: center;
    }
    .field {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--u-1) var(--u-3);
      margin-block-start: var(--u-3);
      color: var(--u-ink-2);
    }
    .field :is(input, textarea, select) {
      flex: 1 1 200px;
      min-width: 0;
    }
    .field textarea {
      height: auto;
      min-height: var(--u-6);
      max-height: 96px;
      padding: 6px var(--u-2);
      font: var(--u-size-s) / 18px var(--u-mono);
      field-sizing: content;
      resize: vertical;
    }
    .note {
      margin: var(--u-1) 0 0;
      color: var(--u-ink-2);
      font-size: var(--u-size-s);
    }
    .problem {
      margin: var(--u-1) 0 0;
      color: var(--u-bad);
      overflow-wrap: anywhere;
    }
    section {
      margin-block-start: var(--u-4);
    }
    h3 {
      margin: 0;
      font-weight: var(--u-strong);
      font-size: inherit;
    }
    section > p {
      margin: var(--u-1) 0 0;
      color: var(--u-ink-2);
    }
    .contents {
      margin: var(--u-4) 0 0;
    }
    :is(ul, .shared, details) {
      margin: var(--u-2) 0 0;
    }
    li {
      display: flex;
      gap: var(--u-4);
      justify-content: space-between;
      padding: 3px 0;
    }
    li + li {
      border-top: 1px solid var(--u-line);
    }
    .shared {
      color: var(--u-warn);
      overflow-wrap: anywhere;
    }
    details {
      font-size: var(--u-size-s);
    }
    .names {
      color: var(--u-ink-2);
    }
    summary {
      width: fit-content;
      cursor: pointer;
    }
    .names ul {
      max-height: 160px;
      margin-top: var(--u-1);
      overflow-y: auto;
    }
    pre {
      max-height: 220px;
      margin: var(--u-1) 0 0;
      padding: var(--u-2);
      overflow: auto;
      border-radius: var(--u-radius);
      background: var(--u-sunken);
      font: var(--u-size-s) / 18px var(--u-mono);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    li bdi {
      min-width: 0;
      font-family: var(--u-mono);
      overflow-wrap: anywhere;
    }
    li > span {
      flex: none;
      color: var(--u-ink-3);
      font-variant-numeric: tabular-nums;
    }
    .warning {
      display: flex;
      gap: var(--u-3);
      margin: var(--u-3) 0;
      padding: var(--u-3);
      border-radius: var(--u-radius);
      background: var(--u-warn-soft);
      color: var(--u-ink-2);
    }
    .warning p {
      margin: 0;
    }
    .warning .icon {
      margin-top: 2px;
      color: var(--u-warn);
    }
    strong {
      font-weight: var(--u-strong);
      color: var(--u-ink);
    }
    .link {
      margin-block-end: var(--u-4);
    }
    :is(footer, .link) {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: var(--u-3);
    }
    footer {
      position: sticky;
      bottom: calc(-1 * var(--u-5));
      flex-wrap: wrap;
      margin: var(--u-4) calc(-1 * var(--u-5)) calc(-1 * var(--u-5));
      padding: var(--u-3) var(--u-5);
      border-top: 1px solid var(--u-line);
      background: var(--u-bg);
    }
    footer p {
      flex: 1;
      min-width: 0;
      margin: 0;
      color: var(--u-ink-2);
      overflow-wrap: anywhere;
      font-variant-numeric: tabular-nums;
    }
    :is(.primary, .button) {
      flex: none;
    }
    .primary[aria-disabled="true"] {
      opacity: 0.5;
      cursor: default;
    }
  `,
];
