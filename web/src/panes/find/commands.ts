import type { Command } from "../../base/command";
import { onList } from "../../list/commands";
import type { CommandContext } from "../pane-descriptor";
import { isShown } from "../pane-visibility";
import type { SessionController } from "../session-controller";
import { strings } from "./strings";

const isOpen = (controller: SessionController): boolean => isShown(controller, "find");

export const openFind: Command<CommandContext> = {
  id: "find.open",
  title: strings.title,
  group: "move",
  order: 70,
  keys: ["/"],
  ...ask("focusField", () => true),
};

export const findCommands: readonly Command<CommandContext>[] = [
  { id: "find.next", title: strings.next, group: "move", order: 80, keys: ["."], ...ask("next", isOpen) },
  {
    id: "find.previous",
    title: strings.previous,
    group: "move",
    order: 90,
    keys: [","],
    ...ask("previous", isOpen),
  },
];

/** Requests the field or a match from the pane. A pane that opens focuses its field itself. */
function ask(
  action: "focusField" | "next" | "previous",
  isEnabled: (controller: SessionController) => boolean,
): Required<Pick<Command<CommandContext>, "isEnabled" | "run">> {
  return onList((_list, controller) => {
    controller.setOpen("find", true);
    controller.find?.[action]();
  }, isEnabled);
}
