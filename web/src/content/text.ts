// Plain text in which everything hidden is made visible.
import { fragment, h } from "./dom";
import { type Segment, segments } from "./invisible-characters";
import { strings } from "./strings";

/**
 * Text as recorded, with hidden characters as labeled marks; its content cannot affect how its surroundings are
 * rendered.
 */
export function plainText(text: string): DocumentFragment {
  if (text === "") return fragment();
  return fragment(h("bdi", null, markedText(text.replaceAll("\r\n", "\n"))));
}

const MAX = 200; // marks in one text: each takes as long as fifty letters

/** The same without isolation, for a parent that is isolated already. */
export function markedText(text: string): DocumentFragment {
  const made = fragment();
  let marks = 0;
  for (const segment of segments(text))
    made.append(segment.kind === "text" ? segment.text : ++marks > MAX ? "▯" : markOf(segment));
  made.normalize();
  return made;
}

// The label comes from the style sheet, so a copied selection contains neither the character nor its name.
function markOf(mark: Extract<Segment, { readonly kind: "mark" }>): HTMLElement {
  const codes = mark.codes.slice(0, 8).join(" ") + (mark.codes.length > 8 ? " …" : "");
  return h("span", {
    class: "mark",
    role: "img",
    "data-label": mark.label,
    "aria-label": strings.hiddenCharacter(mark.label),
    title: strings.hiddenTitle(codes),
  });
}
