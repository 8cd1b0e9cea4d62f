// The direction of a block of Markdown. `dir="auto"` does not look into <bdi>, which contains all text.
import type { Block, Inline } from "./tree";

export type Direction = "ltr" | "rtl" | undefined;

export function blockDirection(block: Block): Direction {
  switch (block.kind) {
    case "paragraph":
    case "tight":
    case "heading":
      return directionOf(block.children);
    case "quote":
      return block.children[0] && blockDirection(block.children[0]);
    case "list": {
      const first = block.items[0]?.children[0];
      return first && blockDirection(first);
    }
    case "table":
      return block.head.map(directionOf).find((dir) => dir !== undefined);
    case "notes":
      return block.notes[0] && directionOf(block.notes[0].children);
    case "code":
    case "math":
    case "rule":
      return undefined;
  }
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the direction of the first letter in the text, ignoring code. */
export function directionOf(list: readonly Inline[]): Direction {
  for (const inline of list) {
    const letter = inline.kind === "text" ? /\p{L}/u.exec(inline.text)?.[0] : undefined;
    const dir =
      letter !== undefined
        ? rightToLeft.test(letter)
          ? "rtl"
          : "ltr"
        : "children" in inline
          ? directionOf(inline.children)
          : undefined;
    if (dir !== undefined) return dir;
  }
  return undefined;
}
