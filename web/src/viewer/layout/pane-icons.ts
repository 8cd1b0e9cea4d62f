import {
  ChartColumn,
  ChartGantt,
  Ellipsis,
  FileDiff,
  ListFilter,
  MessagesSquare,
  PanelLeft,
  PanelRight,
  Search,
  Stethoscope,
} from "lucide";
import { draw } from "../../ui/icon";

const icons = {
  conversation: MessagesSquare,
  usage: ChartColumn,
  files: FileDiff,
  records: Stethoscope,
  outline: PanelLeft,
  timeline: ChartGantt,
  find: Search,
  filters: ListFilter,
  inspector: PanelRight,
  palette: Ellipsis,
} as const;

/** A drawing beside words, as `icon` draws those that every page needs. */
export function paneIcon(name: keyof typeof icons): SVGSVGElement {
  return draw(icons[name], name);
}
