import { FileDiff } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { fileCommands } from "./commands";
import { draw } from "./files-pane";

export const files: PaneDescriptor = {
  name: "files",
  title: "Files",
  icon: FileDiff,
  place: "view",
  commands: fileCommands,
  draw,
};
