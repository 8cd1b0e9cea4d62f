import type { Command } from "../../base/command";
import type { CommandContext } from "../pane-descriptor";
import { strings } from "./strings";

export const usageCommands: readonly Command<CommandContext>[] = [
  {
    id: "usage.contents",
    title: strings.commands.usageContents,
    group: "show",
    order: 85,
    isEnabled: ({ controller }) => controller?.viewer.fillsPage === true && controller.state.view === undefined,
    run: ({ controller }) => {
      if (controller === undefined) return;
      controller.rowOfContents = controller.currentRow;
      controller.changeState({ view: "usage" });
    },
  },
];
