// Contrast of colors, for tests and the style guide.

import type { CSSResult } from "lit";

export type Color = readonly [number, number, number];

/** Returns all `--prefix-name: … light-dark(#light, #dark)` of a sheet, for one scheme. */
export function colors(sheet: CSSResult, prefix: string, scheme: 0 | 1): ReadonlyMap<string, Color> {
  const declaration = new RegExp(`--${prefix}-([a-z0-9-]+):[^;]*light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`, "g");
  const out = new Map<string, Color>();
  for (const match of sheet.cssText.matchAll(declaration)) {
    const hex = match[2 + scheme] ?? "";
    const part = (at: number): number => parseInt(hex.slice(at, at + 2), 16);
    out.set(match[1] ?? "", [part(1), part(3), part(5)]);
  }
  return out;
}

function luminance(color: Color): number {
  const linear = (value: number): number =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

export function contrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
