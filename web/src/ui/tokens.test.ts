import assert from "node:assert/strict";
import { test } from "node:test";
import { type Color, colors, contrast } from "./contrast";
import { tokens } from "./tokens";

const inks = ["ink", "ink-2", "ink-3", "accent", "bad", "good", "warn"];
const hues = ["red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink"];
const grounds = ["bg", "raised", "sunken", "hover"];

test("inks and hues reach 4.5:1 on every background in both schemes", () => {
  for (const scheme of [0, 1] as const) {
    const all = colors(tokens, "u", scheme);
    const get = (name: string): Color => {
      const color = all.get(name);
      assert(color, `no color ${name}`);
      return color;
    };
    const pairs = [...inks, ...hues].flatMap((front) => grounds.map((back) => [front, back] as const));
    const soft = ["accent", "bad", "good", "warn"].flatMap((name) =>
      [name, "ink", "ink-2"].map((front) => [front, `${name}-soft`] as const),
    );
    for (const [front, back] of [...pairs, ...soft, ["ink-3", "accent-soft"] as const]) {
      const ratio = contrast(get(front), get(back));
      assert(ratio >= 4.5, `${front} on ${back}, ${scheme === 0 ? "light" : "dark"}: ${ratio.toFixed(2)}`);
    }
  }
});
