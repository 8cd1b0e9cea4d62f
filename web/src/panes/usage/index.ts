import { ChartColumn } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { usageCommands } from "./commands";
import { draw } from "./usage-pane";
import { strings } from "./strings";

export const usage: PaneDescriptor = {
  name: "usage",
  title: strings.title,
  icon: ChartColumn,
  place: "view",
  commands: usageCommands,
  draw,
};
