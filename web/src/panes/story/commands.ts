import type { Command } from "../../base/command";
import { type CommandContext, hasPanes } from "../pane-descriptor";
import { togglePane } from "../pane-visibility";
import { strings } from "./strings";

export const toggleStory: Command<CommandContext> = {
  id: "story.toggle",
  title: strings.commands.storyToggle,
  group: "show",
  order: 85,
  keys: ["v"],
  isEnabled: hasPanes,
  run: ({ controller }) => controller && togglePane(controller, "story"),
};
