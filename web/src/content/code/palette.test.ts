import assert from "node:assert/strict";
import { test } from "node:test";
import { tokens } from "../../ui/tokens";
import { type Color, colors, contrast } from "../../ui/contrast";
import { palette } from "./palette";

function mix(a: Color, b: Color, part: number): Color {
  const one = (x: number, y: number): number => Math.round(x * part + y * (1 - part));
  return [one(a[0], b[0]), one(a[1], b[1]), one(a[2], b[2])];
}

test("code and terminal colors reach 4.5:1 in both schemes", () => {
  for (const scheme of [0, 1] as const) {
    const all = new Map([...colors(tokens, "u", scheme), ...colors(palette, "r", scheme)]);
    const get = (name: string): Color => {
      const color = all.get(name);
      assert(color, `no color ${name}`);
      return color;
    };
    const check = (front: Color, back: Color, what: string): void => {
      const ratio = contrast(front, back);
      assert(ratio >= 4.5, `${what} ${scheme === 0 ? "light" : "dark"}: ${ratio.toFixed(2)}`);
    };
    const syntax = ["ink", "comment", "keyword", "string", "number", "title", "type", "attr", "regexp"];
    for (const back of ["code", "terminal", "added", "added-word", "removed", "removed-word"]) {
      for (const front of syntax) check(get(front), get(back), `${front} on ${back}`);
    }
    for (const [front, back] of [
      ["ink-3", "code"],
      ["ink-3", "terminal"],
      ["ink-3", "hover"],
      ["accent", "hover"],
      ["accent", "code"],
      ["ink-2", "added"],
      ["ink-2", "removed"],
      ["good", "added"],
      ["bad", "removed"],
      ["good", "code"],
      ["bad", "code"],
      ["bad", "terminal"],
      ["warn", "code"],
    ] as const)
      check(get(front), get(back), `${front} on ${back}`);
    for (let back = 0; back < 16; back++) {
      const tint = mix(get(String(back)), get("terminal"), 0.24);
      check(get(String(back)), get("terminal"), `ANSI ${back}`);
      check(get("ink"), tint, `ink on ANSI ${back}`);
      for (let front = 0; front < 16; front++)
        check(mix(get(String(front)), get("ink"), 0.3), tint, `ANSI ${front} on ${back}`);
    }
  }
});
