import type { Command } from "../../base/command";
import type { ViewerCommandContext } from "../commands/command-context";
import { strings } from "./strings";

export const liveCommands: readonly Command<ViewerCommandContext>[] = [
  {
    id: "live.toggle",
    title: strings.commands.liveToggle,
    group: "sessions",
    order: 40,
    keys: ["l"],
    isEnabled: ({ live }) => live !== undefined && live.state !== "still",
    run: ({ live }) => live?.toggle(),
  },
  {
    id: "live.reload",
    title: strings.commands.liveReload,
    group: "sessions",
    order: 50,
    keys: ["Shift+R"],
    isEnabled: ({ live }) => live?.canReload === true,
    run: ({ live }) => void live?.reload(),
  },
];
