import { strings } from "./strings";
import { strings as layoutStrings } from "../layout/strings";
import { strings as paneStrings } from "../../panes/strings";
import { title } from "../../session/header";
import { type Command, type CommandContext, commandGroups, isThere, paletteKey } from "../commands/commands";
import { type SessionController, type PaneName, paneNames } from "../../panes/session-controller";
import { preset, presetNames, presetOf } from "../../session/filter";
import { keyName } from "../commands/keys";
import { viewNames, viewOf } from "../../session/view-state";
import { isShown, turnPane } from "../layout/pane-visibility";
import type { Entry } from "./entry";
import { linkHere } from "./link";
import { ofPage } from "./page";

/** What can be done now: views, panes, actions of the registry, filters, what the page does, and other sessions. */
export function doable(use: CommandContext): readonly Entry[] {
  const { controller } = use;
  const there = commandGroups.flatMap(({ actions }) =>
    actions.filter((action) => isThere(action, use) && !action.keys.includes(paletteKey)),
  );
  if (controller === undefined) return [...sessions(use), ...there.map((action) => entry(action, use)), ...ofPage(use)];
  if (!controller.viewer.fillsPage)
    return [...there.map((action) => entry(action, use)), ...linkHere(controller), ...sessions(use)];
  return [
    ...views(controller),
    ...panes(controller, there, use),
    ...there.filter(({ pane }) => pane === undefined).map((action) => entry(action, use)),
    ...presets(controller),
    ...linkHere(controller),
    ...ofPage(use),
    ...sessions(use),
  ];
}

function entry(action: Command, use: CommandContext): Entry {
  return { kind: strings.action, name: action.name, note: keyName(action.keys[0] ?? ""), run: () => action.run(use) };
}

function views(controller: SessionController): readonly Entry[] {
  const there = [undefined, ...viewNames].filter((name) => name !== viewOf(controller.look));
  return there.map((name) => ({
    kind: strings.view,
    name: name === undefined ? layoutStrings.conversation : layoutStrings.views[name],
    note: "",
    run: () => controller.change({ view: name ?? "" }),
  }));
}

/** Panes with what their keys do: of search that is more than to show it. */
function panes(controller: SessionController, actions: readonly Command[], use: CommandContext): readonly Entry[] {
  const one = (name: PaneName): Entry => {
    const action = actions.find(({ pane }) => pane === name);
    const turn = (isShown(controller, name) ? strings.hide : strings.showPane)(paneStrings.paneNames[name]);
    if (action === undefined)
      return { kind: strings.pane, name: turn, note: "", run: () => turnPane(controller, name) };
    return name === "find"
      ? { ...entry(action, use), also: turn }
      : { ...entry(action, use), kind: strings.pane, name: turn, also: action.name };
  };
  return paneNames.map(one);
}

/** All that is left out is shown again by an action. */
function presets(controller: SessionController): readonly Entry[] {
  const { filtering } = controller;
  return presetNames.flatMap((name): readonly Entry[] => {
    if (name === "all" || name === presetOf(filtering.filter)) return [];
    const run = (): void => {
      if (viewOf(controller.look) !== undefined) controller.change({ view: "" });
      filtering.change(preset(name, filtering.filter));
    };
    return [{ kind: strings.filter, name: strings.presets[name], note: "", run }];
  });
}

function sessions({ viewer, controller }: CommandContext): readonly Entry[] {
  return viewer
    .sessions()
    .filter((info) => info.index !== controller?.session && !info.silent)
    .map((info) => ({
      kind: info.lone ? strings.agent : strings.session,
      name: title(info),
      note: info.branch,
      isPlace: true,
      run: () => viewer.present(info.index),
    }));
}

/** What there is to be found, in words. */
export function hint({ controller, viewer }: CommandContext): string {
  const { command, turn, agent, file, session } = strings.kinds;
  const here = controller === undefined ? [] : controller.viewer.fillsPage ? [turn, agent, file] : [turn, agent];
  return strings.hint([command, ...here, ...(viewer.sessions().length > 1 ? [session] : [])]);
}
