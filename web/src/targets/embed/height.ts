/** The height of a viewer's box, as a rule in its own shadow tree, which the page's styles for the element override. */
interface BoxHeight {
  readonly sheet: CSSStyleSheet;
  /** Sets a CSS length, "auto", or "" for the default height. Invalid heights are ignored. */
  set(height: string): void;
  /** Reserves pixels for content that was as high before; 0 for none. */
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
