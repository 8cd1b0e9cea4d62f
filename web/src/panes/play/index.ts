import { Play } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { playCommands, togglePlay } from "./commands";
import { draw } from "./play-pane";
import { strings } from "./strings";

export const play: PaneDescriptor = {
  name: "play",
  title: strings.title,
  icon: Play,
  place: "above",
  isSecondary: true,
  isTransient: true,
  toggle: togglePlay,
  commands: playCommands,
  draw,
};
