import type { Command } from "../../base/command";
import { type CommandContext, hasPanes } from "../pane-descriptor";
import { isShown, togglePane } from "../pane-visibility";
import { strings } from "./strings";

export const toggleOutline: Command<CommandContext> = {
  id: "outline.toggle",
  title: strings.commands.outlineToggle,
  group: "show",
  order: 70,
  keys: ["s"],
  isEnabled: hasPanes,
  run: ({ controller }) => {
    if (controller === undefined) return;
    const shown = isShown(controller, "outline");
    togglePane(controller, "outline");
    if (shown) controller.viewer.list()?.focus();
    else controller.focusOn("outline");
  },
};
