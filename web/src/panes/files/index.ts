import { FileDiff } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { fileCommands } from "./commands";
import { draw } from "./files-pane";
import { strings } from "./strings";

export const files: PaneDescriptor = {
  name: "files",
  title: strings.title,
  icon: FileDiff,
  place: "view",
  commands: fileCommands,
  draw,
};
