import type { Command } from "../../base/command";
import { onList } from "../../list/commands";
import type { CommandContext } from "../pane-descriptor";
import type { SessionController } from "../session-controller";
import { strings } from "./strings";

export const toggleInspector: Command<CommandContext> = {
  id: "inspector.toggle",
  title: strings.commands.inspectorToggle,
  group: "show",
  order: 40,
  keys: ["i"],
  ...onList<SessionController>(
    (list, controller) => {
      if (controller.viewer.fillsPage) controller.setOpen("inspector", !controller.isOpen("inspector"));
      // Without panes, a popover shows the details of the row.
      else list.querySelector<HTMLElement>('unspool-row[tabindex="0"] .about-row')?.click();
    },
    () => true,
  ),
};
