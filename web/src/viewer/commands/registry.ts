import type { Command, CommandGroupName } from "../../base/command";
import { listCommands } from "../../list/commands";
import { liveCommands } from "../live/commands";
import { panes } from "../panes";
import type { ViewerCommandContext } from "./command-context";
import { pageCommands } from "./page-commands";
import { viewerCommands } from "./viewer-commands";
import { strings } from "./strings";

const LAST = 1_000;

type ViewerCommand = Command<ViewerCommandContext>;

/** Commands that are listed together. */
interface CommandGroup {
  readonly title: string;
  readonly commands: readonly ViewerCommand[];
}

const titles: Readonly<Record<CommandGroupName, string>> = strings.groups;

const registered: readonly ViewerCommand[] = [
  ...listCommands,
  ...panes.flatMap(({ toggle = [], show = [], commands = [] }) => [toggle, show, commands].flat()),
  ...viewerCommands,
  ...liveCommands,
  ...pageCommands,
];

/** All commands, grouped and in order. */
export const commandGroups: readonly CommandGroup[] = Object.entries(titles).map(([name, title]) => ({
  title,
  commands: registered.filter(({ group }) => group === name).sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST)),
}));

export const commands: readonly ViewerCommand[] = commandGroups.flatMap((group) => group.commands);

/** Reports whether a command can be run now. */
export function isEnabled(command: ViewerCommand, context: ViewerCommandContext): boolean {
  return command.isEnabled?.(context) !== false;
}
