import type { Command } from "../../base/command";
import { changeRows, onList } from "../../list/commands";
import type { ListElement } from "../../list/conversation-list";
import { strings } from "./strings";
import { type Preset, preset, presetOf, shows, toggled } from "../../session/filter";
import type { CommandContext } from "../pane-descriptor";
import type { SessionController } from "../session-controller";

const presets = ["skim", "conversation", "changes", "errors"] as const satisfies readonly Preset[];

export const filterCommands: readonly Command<CommandContext>[] = [
  {
    id: "filters.toggleBackground",
    title: strings.commands.filtersToggleBackground,
    group: "show",
    order: 60,
    keys: ["m"],
    ...onList<SessionController>(toggleBackground),
  },
  {
    id: "filters.undo",
    title: strings.commands.filtersUndo,
    group: "show",
    order: 110,
    keys: ["z"],
    ...onList<SessionController>((_list, { filtering, viewer }) =>
      viewer.announce(filtering.undo() ? strings.undone : strings.nothingToUndo),
    ),
  },
  {
    id: "filters.clear",
    title: strings.commands.filtersClear,
    group: "show",
    order: 120,
    keys: ["a"],
    ...onList<SessionController>((_list, { filtering }) => filtering.clear()),
  },
  ...presets.map((name): Command<CommandContext> => ({
    id: `filters.${name}`,
    title: strings.commands.presets[name],
    group: "filter",
    isEnabled: ({ controller }) =>
      controller?.viewer.fillsPage === true && presetOf(controller.filtering.filter) !== name,
    run: ({ controller }) => {
      if (controller?.state.view !== undefined) controller.changeState({ view: "" });
      controller?.filtering.change(preset(name, controller.filtering.filter));
    },
  })),
];

/**
 * Shows all background records at their places, or folds those of each turn into a line. With a filter of the kinds to
 * show, they are added to it or removed from it.
 */
function toggleBackground(list: ListElement, { context, filtering, viewer }: SessionController): void {
  const { conversation } = context;
  const isHidden = !shows(filtering.filter, "background");
  const isChosen = filtering.filter.show.length > 0;
  const shown = isHidden || (!isChosen && !conversation.showsBackground);
  viewer.announce(shown ? strings.backgroundShown : strings.backgroundHidden);
  if (isHidden || isChosen) filtering.change(toggled(filtering.filter, "background"));
  if (isChosen) return;
  conversation.showsBackground = shown;
  void changeRows(
    list,
    context,
    (row) => !shown && row.kind === "background" && row.fold.failed === 0,
    () => conversation.api.query("showBackground", { session: conversation.session, shown }),
  );
}
