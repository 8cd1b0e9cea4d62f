/** The height of a viewer's box, as a rule of its own tree: what the page says of the element goes before it. */
export interface BoxHeight {
  readonly sheet: CSSStyleSheet;
  /** A CSS length, "auto", or "" for the usual height. What is no height changes nothing. */
  set(height: string): void;
  /** Holds so many pixels free, for what was as high before; 0 for none. */
  reserve(pixels: number): void;
}

export function boxHeight(): BoxHeight {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host {}");
  const rule = sheet.cssRules[0];
  const style = rule instanceof CSSStyleRule ? rule.style : undefined;
  return {
    sheet,
    set: (height) => {
      style?.removeProperty("height");
      if (height !== "") style?.setProperty("height", height);
    },
    reserve: (pixels) => {
      style?.removeProperty("min-height");
      if (pixels > 0) style?.setProperty("min-height", `${pixels}px`);
    },
  };
}
