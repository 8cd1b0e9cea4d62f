import { Search } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { findCommands, openFind } from "./commands";
import { draw } from "./find-pane";
import { strings } from "./strings";

export const find: PaneDescriptor = {
  name: "find",
  title: strings.title,
  icon: Search,
  place: "above",
  isTransient: true,
  showsAllSessions: true,
  isNeeded: ({ q }) => q !== undefined,
  show: openFind,
  commands: findCommands,
  draw,
};
