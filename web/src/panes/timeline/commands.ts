import type { Command } from "../../base/command";
import { type CommandContext, hasPanes } from "../pane-descriptor";
import { isShown, togglePane } from "../pane-visibility";

export const toggleTimeline: Command<CommandContext> = {
  id: "timeline.toggle",
  title: "Show or hide the timeline",
  group: "show",
  order: 90,
  keys: ["w"],
  isEnabled: hasPanes,
  run: ({ controller }) => controller && togglePane(controller, "timeline"),
};

export const zoomToTurn: Command<CommandContext> = {
  id: "timeline.zoomToTurn",
  title: "Zoom the timeline to this prompt",
  group: "show",
  order: 100,
  keys: ["Shift+Z"],
  isEnabled: ({ controller }) => controller?.viewer.fillsPage === true && isShown(controller, "timeline"),
  run: ({ controller }) => controller?.timeline?.zoomToTurn(),
};
