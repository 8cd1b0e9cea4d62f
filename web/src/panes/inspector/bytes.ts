import { type TemplateResult, html } from "lit";
import { strings } from "./strings";
import { bytes as size } from "../../session/format";
import { plain } from "../../rows/parts/plain";
import { written } from "./scan";

const TEXT = 50_000; // bytes of text shown at first, and added with each press
const END = "\n";
const ROW = 8; // bytes per line of the hex view, to fit the narrowest pane
const ROWS = 128; // lines shown at first, and added with each press

/** The view of bytes, its start and its length. */
export interface Extent {
  readonly from: number;
  readonly length: number;
}

export const asText: Extent = { from: 0, length: TEXT };

/** Returns a hex view that begins at the first damage. */
export function asHex(damaged: number): Extent {
  return { from: damaged < 0 ? 0 : Math.max(0, Math.floor(damaged / ROW) - 4) * ROW, length: ROW * ROWS };
}

/** Renders bytes as text, with invisible characters marked. */
export function textView(
  bytes: Uint8Array,
  extent: Extent,
  label: string,
  extend: (extent: Extent) => void,
): TemplateResult {
  const end = Math.min(bytes.length, extent.length);
  return html`${plain(written(bytes, { from: 0, to: end }), label, "ltr")}
  ${end < bytes.length ? more(bytes.length - end, TEXT, () => extend({ from: 0, length: end + TEXT * 4 })) : ""}`;
}

/** Renders bytes as hex numbers with characters beside them. */
export function hexView(
  bytes: Uint8Array,
  extent: Extent,
  origin: number,
  bad: ReadonlySet<number>,
  label: string,
  extend: (extent: Extent) => void,
): TemplateResult {
  const end = Math.min(bytes.length, extent.from + extent.length);
  const lines: TemplateResult[] = [];
  const width = Math.max(6, (origin + bytes.length).toString(16).length);
  for (let at = extent.from; at < end; at += ROW) {
    const row = [...bytes.subarray(at, Math.min(at + ROW, end))];
    const place = (origin + at).toString(16).padStart(width, "0");
    const padding = "   ".repeat(ROW - row.length);
    const marks = row.some((_, i) => bad.has(at + i));
    const hex = marks
      ? row.map((byte, i) => (bad.has(at + i) ? html`<mark>${two(byte)}</mark> ` : `${two(byte)} `))
      : row.map((byte) => `${two(byte)} `).join("");
    lines.push(
      html`<span class="place">${place}</span> ${hex}${padding}<span class="letters">${row.map(letter).join("")}</span
        >${END}`,
    );
  }
  const earlier = (): void => {
    const from = Math.max(0, extent.from - ROW * ROWS);
    extend({ from, length: extent.length + Math.min(extent.from, ROW * ROWS) });
  };
  return html`${
      extent.from > 0 ? html`<button type="button" class="quiet" @click=${earlier}>${strings.earlier}</button>` : ""
    }
    <pre class="hex" dir="ltr" role="group" tabindex="0" aria-label=${label}>${lines}</pre>
    ${
      end < bytes.length
        ? more(bytes.length - end, ROW * ROWS, () =>
            extend({ from: extent.from, length: extent.length + ROW * ROWS * 2 }),
          )
        : ""
    }`;
}

function more(remaining: number, step: number, press: () => void): TemplateResult {
  return html`<button type="button" class="quiet" @click=${press}>
    ${strings.showMore(size(Math.min(remaining, step)), size(remaining))}
  </button>`;
}

function two(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function letter(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? " " : "·";
}

export const MAX_BAD = 10_000;

function isValid(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the bytes that are invalid UTF-8, the first ones only. Most files have none, which is checked first. */
export function damage(bytes: Uint8Array): ReadonlySet<number> {
  const bad = new Set<number>();
  if (isValid(bytes)) return bad;
  for (let at = 0; at < bytes.length && bad.size < MAX_BAD;) {
    const length = characterAt(bytes, at);
    if (length === 0) bad.add(at++);
    else at += length;
  }
  return bad;
}

/** Returns the length of the character that begins at an offset, or 0 if there is none. */
function characterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  const refused =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f);
  return refused ? 0 : length;
}
