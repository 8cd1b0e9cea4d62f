import { PanelRight } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { toggleInspector } from "./commands";
import { draw } from "./inspector-pane";

export const inspector: PaneDescriptor = {
  name: "inspector",
  title: "Inspector",
  icon: PanelRight,
  place: "end",
  toggle: toggleInspector,
  draw,
};
