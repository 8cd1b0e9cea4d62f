import { ListFilter } from "lucide";
import { strings } from "./strings";
import type { PaneDescriptor } from "../pane-descriptor";
import { filterCommands } from "./commands";
import { draw } from "./filters-pane";

export const filters: PaneDescriptor = {
  name: "filters",
  title: strings.title,
  icon: ListFilter,
  place: "above",
  activeLabel: ({ filtering }) => (filtering.on ? strings.filtersOn(filtering.count) : undefined),
  commands: filterCommands,
  draw,
};
