import { ListFilter } from "lucide";
import { paneWords } from "../../parser/words";
import type { PaneDescriptor } from "../pane-descriptor";
import { filterCommands } from "./commands";
import { draw } from "./filters-pane";

export const filters: PaneDescriptor = {
  name: "filters",
  title: "Filter",
  icon: ListFilter,
  place: "above",
  activeLabel: ({ filtering }) => (filtering.on ? paneWords.bar.filtersOn(filtering.count) : undefined),
  commands: filterCommands,
  draw,
};
