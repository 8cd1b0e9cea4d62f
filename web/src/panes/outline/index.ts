import { PanelLeft } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { toggleOutline } from "./commands";
import { draw } from "./outline-pane";
import { strings } from "./strings";

export const outline: PaneDescriptor = {
  name: "outline",
  title: strings.title,
  icon: PanelLeft,
  place: "start",
  initiallyOpen: "always",
  isClosedByMoves: true,
  toggle: toggleOutline,
  draw,
};
