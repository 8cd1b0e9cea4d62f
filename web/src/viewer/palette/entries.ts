import { paneWords } from "../../parser/words";
import { title } from "../../session/header";
import { type Action, type ActionUse, actionGroups, isThere, paletteKey } from "../commands/commands";
import { type Desk, type PaneName, paneNames } from "../../panes/session-controller";
import { preset, presetNames, presetOf } from "../../session/filter";
import { keyName } from "../commands/keys";
import { viewNames, viewOf } from "../../session/view-state";
import { isShown, turnPane } from "../layout/pane-visibility";
import type { Entry } from "./entry";
import { linkHere } from "./link";
import { ofPage } from "./page";

const say = paneWords.palette;

/** What can be done now: views, panes, actions of the registry, filters, what the page does, and other sessions. */
export function doable(use: ActionUse): readonly Entry[] {
  const { desk } = use;
  const there = actionGroups.flatMap(({ actions }) =>
    actions.filter((action) => isThere(action, use) && !action.keys.includes(paletteKey)),
  );
  if (desk === undefined) return [...sessions(use), ...there.map((action) => entry(action, use)), ...ofPage(use)];
  if (!desk.viewer.fillsPage)
    return [...there.map((action) => entry(action, use)), ...linkHere(desk), ...sessions(use)];
  return [
    ...views(desk),
    ...panes(desk, there, use),
    ...there.filter(({ pane }) => pane === undefined).map((action) => entry(action, use)),
    ...presets(desk),
    ...linkHere(desk),
    ...ofPage(use),
    ...sessions(use),
  ];
}

function entry(action: Action, use: ActionUse): Entry {
  return { kind: say.action, name: action.name, note: keyName(action.keys[0] ?? ""), run: () => action.run(use) };
}

function views(desk: Desk): readonly Entry[] {
  const { conversation, views } = paneWords.bar;
  const there = [undefined, ...viewNames].filter((name) => name !== viewOf(desk.look));
  return there.map((name) => ({
    kind: say.view,
    name: name === undefined ? conversation : views[name],
    note: "",
    run: () => desk.change({ view: name ?? "" }),
  }));
}

/** Panes with what their keys do: of search that is more than to show it. */
function panes(desk: Desk, actions: readonly Action[], use: ActionUse): readonly Entry[] {
  const { showPane, hide, panes } = paneWords.bar;
  const one = (name: PaneName): Entry => {
    const action = actions.find(({ pane }) => pane === name);
    const turn = (isShown(desk, name) ? hide : showPane)(panes[name]);
    if (action === undefined) return { kind: say.pane, name: turn, note: "", run: () => turnPane(desk, name) };
    return name === "find"
      ? { ...entry(action, use), also: turn }
      : { ...entry(action, use), kind: say.pane, name: turn, also: action.name };
  };
  return paneNames.map(one);
}

/** All that is left out is shown again by an action. */
function presets(desk: Desk): readonly Entry[] {
  const { filtering } = desk;
  return presetNames.flatMap((name): readonly Entry[] => {
    if (name === "all" || name === presetOf(filtering.filter)) return [];
    const run = (): void => {
      if (viewOf(desk.look) !== undefined) desk.change({ view: "" });
      filtering.change(preset(name, filtering.filter));
    };
    return [{ kind: say.filter, name: say.presets[name], note: "", run }];
  });
}

function sessions({ viewer, desk }: ActionUse): readonly Entry[] {
  return viewer
    .sessions()
    .filter((info) => info.index !== desk?.session && !info.silent)
    .map((info) => ({
      kind: info.lone ? say.agent : say.session,
      name: title(info),
      note: info.branch,
      isPlace: true,
      run: () => viewer.present(info.index),
    }));
}

/** What there is to be found, in words. */
export function hint({ desk, viewer }: ActionUse): string {
  const { command, turn, agent, file, session } = say.kinds;
  const here = desk === undefined ? [] : desk.viewer.fillsPage ? [turn, agent, file] : [turn, agent];
  return say.hint([command, ...here, ...(viewer.sessions().length > 1 ? [session] : [])]);
}
