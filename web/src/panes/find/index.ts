import { Search } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { findCommands, openFind } from "./commands";
import { draw } from "./find-pane";

export const find: PaneDescriptor = {
  name: "find",
  title: "Search",
  icon: Search,
  place: "above",
  isTransient: true,
  isKept: true,
  isNeeded: ({ q }) => q !== undefined,
  show: openFind,
  commands: findCommands,
  draw,
};
