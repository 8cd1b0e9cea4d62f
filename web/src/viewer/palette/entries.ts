import type { Command } from "../../base/command";
import { strings } from "./strings";
import { strings as layoutStrings } from "../layout/strings";
import type { PaneDescriptor } from "../../panes/pane-descriptor";
import { isShown, togglePane } from "../../panes/pane-visibility";
import type { SessionController } from "../../panes/session-controller";
import { title } from "../../session/header";
import type { ViewerCommandContext } from "../commands/command-context";
import { keyName } from "../commands/keys";
import { commands, isEnabled } from "../commands/registry";
import { openPalette } from "../commands/viewer-commands";
import { panesAround, views } from "../panes";

/** An entry that can be chosen by name. */
export interface PaletteEntry {
  /** The kind of the entry, in a word. */
  readonly kind: string;
  readonly name: string;
  /** Other words that find the entry. */
  readonly also?: string;
  /** A key that does the same, or the location of the entry. */
  readonly note: string;
  /** The number of the prompt that the entry opens. */
  readonly prompt?: number;
  /**
   * Whether the entry is part of the session, and not a command or a view. Such entries come first among equal matches.
   */
  readonly isPlace?: boolean;
  readonly run: () => void;
}

/** Listed as the panes that they show. */
const paneCommands: ReadonlySet<unknown> = new Set(panesAround.flatMap(({ toggle, show }) => [toggle, show]));

/** Returns what the user can do now: views, panes, commands and other sessions. */
export function availableEntries(context: ViewerCommandContext): readonly PaletteEntry[] {
  const { controller } = context;
  const enabled = commands.filter((command) => command !== openPalette && isEnabled(command, context));
  const entries = (some: typeof commands): readonly PaletteEntry[] =>
    some.map((command) => commandEntry(command, context));
  if (controller === undefined) return [...sessions(context), ...entries(enabled)];
  if (!controller.viewer.fillsPage) return [...entries(enabled), ...sessions(context)];
  return [
    ...viewEntries(controller, [{ name: "", title: layoutStrings.conversation }, ...views]),
    ...paneEntries(controller, context, panesAround),
    ...entries(enabled.filter((command) => !paneCommands.has(command))),
    ...sessions(context),
  ];
}

/** Returns what has no button of its own everywhere: secondary views and panes, and the commands of the whole page. */
export function menuEntries(context: ViewerCommandContext): readonly PaletteEntry[] {
  const { controller } = context;
  const general = commands.filter(({ group }) => group === "general" || group === "page");
  return [
    ...(controller === undefined ? [] : viewEntries(controller, views.filter(isSecondary))),
    ...(controller === undefined ? [] : paneEntries(controller, context, panesAround.filter(isSecondary))),
    ...general.filter((command) => isEnabled(command, context)).map((command) => commandEntry(command, context)),
  ];
}

function isSecondary(pane: PaneDescriptor): boolean {
  return pane.isSecondary === true;
}

function commandEntry<Context>(command: Command<Context>, context: Context): PaletteEntry {
  return {
    kind: command.group === "filter" ? strings.filter : strings.action,
    name: command.title,
    note: keyName(command),
    run: () => command.run(context),
  };
}

function viewEntries(
  controller: SessionController,
  some: readonly Pick<PaneDescriptor, "name" | "title">[],
): readonly PaletteEntry[] {
  return some
    .filter(({ name }) => name !== (controller.state.view ?? ""))
    .map(({ name, title }) => ({
      kind: strings.view,
      name: title,
      note: "",
      run: () => controller.changeState({ view: name }),
    }));
}

function paneEntries(
  controller: SessionController,
  context: ViewerCommandContext,
  some: readonly PaneDescriptor[],
): readonly PaletteEntry[] {
  return some.map(({ name, title, toggle, show }): PaletteEntry => {
    const label = (isShown(controller, name) ? strings.hide : strings.showPane)(title);
    if (show !== undefined) return { ...commandEntry(show, context), also: label };
    const entry = { kind: strings.pane, name: label };
    return toggle === undefined
      ? { ...entry, note: "", run: () => togglePane(controller, name) }
      : { ...commandEntry(toggle, context), ...entry, also: toggle.title };
  });
}

function sessions({ viewer, controller }: ViewerCommandContext): readonly PaletteEntry[] {
  return viewer.sessions
    .filter((info) => info.index !== controller?.session && !info.silent)
    .map((info) => ({
      kind: info.lone ? strings.agent : strings.session,
      name: title(info),
      note: info.branch,
      isPlace: true,
      run: () => viewer.present(info.index),
    }));
}

/** Describes in words what the palette finds. */
export function hint({ controller, viewer }: ViewerCommandContext): string {
  const { command, turn, agent, file, session } = strings.kinds;
  const here = controller === undefined ? [] : controller.viewer.fillsPage ? [turn, agent, file] : [turn, agent];
  return strings.hint([command, ...here, ...(viewer.sessions.length > 1 ? [session] : [])]);
}
