import type { Command } from "../../base/command";
import { type CommandContext, hasPanes } from "../pane-descriptor";
import { isShown, togglePane } from "../pane-visibility";
import { strings } from "./strings";

export const toggleTimeline: Command<CommandContext> = {
  id: "timeline.toggle",
  title: strings.commands.timelineToggle,
  group: "show",
  order: 90,
  keys: ["w"],
  isEnabled: hasPanes,
  run: ({ controller }) => controller && togglePane(controller, "timeline"),
};

export const zoomToTurn: Command<CommandContext> = {
  id: "timeline.zoomToTurn",
  title: strings.commands.timelineZoomToTurn,
  group: "show",
  order: 100,
  keys: ["Shift+Z"],
  isEnabled: ({ controller }) => controller?.viewer.fillsPage === true && isShown(controller, "timeline"),
  run: ({ controller }) => controller?.timeline?.zoomToTurn(),
};
