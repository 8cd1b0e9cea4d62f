import { ChartGantt } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { toggleTimeline, zoomToTurn } from "./commands";
import { draw } from "./timeline-element";

export const timeline: PaneDescriptor = {
  name: "timeline",
  title: "Timeline",
  icon: ChartGantt,
  place: "top",
  initiallyOpen: "large",
  toggle: toggleTimeline,
  commands: [zoomToTurn],
  draw,
};
