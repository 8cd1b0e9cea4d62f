import type { Command } from "../../base/command";
import { type CommandContext, hasPanes } from "../pane-descriptor";
import { togglePane } from "../pane-visibility";
import { strings } from "./strings";

export const togglePlay: Command<CommandContext> = {
  id: "play.toggle",
  title: strings.commands.playToggle,
  group: "show",
  order: 105,
  keys: ["Shift+P"],
  isEnabled: hasPanes,
  run: ({ controller }) => controller && togglePane(controller, "play"),
};

export const playCommands: readonly Command<CommandContext>[] = [
  {
    id: "play.pause",
    title: strings.commands.playPause,
    group: "show",
    order: 106,
    keys: ["Space"],
    isEnabled: isPlayed,
    run: ({ controller }) => controller?.playback?.toggle(),
  },
  {
    id: "play.end",
    title: strings.commands.playEnd,
    group: "show",
    order: 107,
    keys: ["Escape"],
    isEnabled: ({ controller }) => controller?.playback?.canEnd === true,
    run: ({ controller }) => controller?.playback?.end(),
  },
];

function isPlayed({ controller }: CommandContext): boolean {
  return controller?.playback !== undefined;
}
