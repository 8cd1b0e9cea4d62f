import type { Command } from "../../base/command";
import { onList } from "../../list/commands";
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
    ...onList<SessionController>((_list, { filtering, viewer }) => {
      filtering.change(toggled(filtering.filter, "background"));
      viewer.announce(shows(filtering.filter, "background") ? strings.backgroundShown : strings.backgroundHidden);
    }),
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
      if (controller?.state.view !== undefined) controller.change({ view: "" });
      controller?.filtering.change(preset(name, controller.filtering.filter));
    },
  })),
];
