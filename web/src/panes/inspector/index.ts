import { PanelRight } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { toggleInspector } from "./commands";
import { draw } from "./inspector-pane";
import { strings } from "./strings";

export const inspector: PaneDescriptor = {
  name: "inspector",
  title: strings.name,
  icon: PanelRight,
  place: "end",
  isSecondary: true,
  toggle: toggleInspector,
  draw,
};
