import type { Command } from "../../base/command";
import type { ListElement } from "../../list/conversation-list";
import { onList } from "../../list/commands";
import { strings } from "./strings";
import { reportedFault } from "../../rows/shared/failure-text";
import type { CommandContext } from "../pane-descriptor";
import type { SessionController } from "../session-controller";

export const fileCommands: readonly Command<CommandContext>[] = [
  {
    id: "files.showFileOfRow",
    title: strings.commands.filesShowFileOfRow,
    group: "show",
    order: 80,
    keys: ["f"],
    ...onList<SessionController>(
      (list, controller) => void showFile(list, controller),
      ({ state, viewer }) => viewer.fillsPage && state.view === undefined,
    ),
  },
];

/** Shows the file that the current row is about. */
async function showFile(list: ListElement, controller: SessionController): Promise<void> {
  const row = list.currentRow();
  try {
    const file =
      row === undefined ? null : await controller.api.query("fileOf", { session: controller.session, key: row.key });
    if (file === null) controller.viewer.announce(strings.noFile);
    else controller.changeState({ view: "files", file });
  } catch (error) {
    controller.viewer.announce(reportedFault(error));
  }
}
