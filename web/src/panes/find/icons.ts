import { CaseSensitive, ChevronDown, ChevronUp, List, TextQuote, WholeWord } from "lucide";
import { draw } from "../../ui/icon";

const icons = {
  previous: ChevronUp,
  next: ChevronDown,
  list: List,
  case: CaseSensitive,
  whole: WholeWord,
  phrase: TextQuote,
} as const;

/** Renders an icon beside text, like `icon` does for those that every page needs. */
export function findIcon(name: keyof typeof icons): SVGSVGElement {
  return draw(icons[name], name);
}
