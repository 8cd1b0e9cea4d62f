import { ChartGantt } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { toggleTimeline, zoomToTurn } from "./commands";
import { draw } from "./timeline-element";
import { strings } from "./strings";

export const timeline: PaneDescriptor = {
  name: "timeline",
  title: strings.title,
  icon: ChartGantt,
  place: "top",
  isSecondary: true,
  initiallyOpen: "large",
  toggle: toggleTimeline,
  commands: [zoomToTurn],
  draw,
};
