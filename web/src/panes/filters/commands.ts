import type { Command } from "../../base/command";
import { onList } from "../../list/commands";
import { strings } from "./strings";
import { type Preset, preset, presetOf, shows, toggled } from "../../session/filter";
import type { CommandContext } from "../pane-descriptor";
import type { SessionController } from "../session-controller";

const presets: readonly (readonly [name: Preset, title: string])[] = [
  ["skim", "Skim: only prompts"],
  ["conversation", "Dialogue: only prompts and replies"],
  ["changes", "Only prompts and file changes"],
  ["errors", "Only errors"],
];

export const filterCommands: readonly Command<CommandContext>[] = [
  {
    id: "filters.toggleBackground",
    title: "Show or hide background records",
    group: "show",
    order: 60,
    keys: ["m"],
    ...onList<SessionController>((_list, { filtering, viewer }) => {
      filtering.change(toggled(filtering.filter, "background"));
      viewer.announce(
        shows(filtering.filter, "background") ? "Background records are shown." : "Background records are hidden.",
      );
    }),
  },
  {
    id: "filters.undo",
    title: "Undo the last filter change",
    group: "show",
    order: 110,
    keys: ["z"],
    ...onList<SessionController>((_list, { filtering, viewer }) =>
      viewer.announce(filtering.undo() ? strings.undone : strings.nothingToUndo),
    ),
  },
  {
    id: "filters.clear",
    title: "Show everything",
    group: "show",
    order: 120,
    keys: ["a"],
    ...onList<SessionController>((_list, { filtering }) => filtering.clear()),
  },
  ...presets.map(([name, title]): Command<CommandContext> => ({
    id: `filters.${name}`,
    title,
    group: "filter",
    isEnabled: ({ controller }) =>
      controller?.viewer.fillsPage === true && presetOf(controller.filtering.filter) !== name,
    run: ({ controller }) => {
      if (controller?.state.view !== undefined) controller.change({ view: "" });
      controller?.filtering.change(preset(name, controller.filtering.filter));
    },
  })),
];
