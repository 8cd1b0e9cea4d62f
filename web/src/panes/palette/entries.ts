import { paneWords } from "unspool:pane-words";
import { title } from "../../element/header";
import { type ActionUse, actionGroups } from "../actions";
import { code } from "../code";
import type { Desk } from "../desk";
import { paneNames } from "../desk";
import { keyName } from "../keys";
import { viewNames } from "../look";
import { isShown, turnPane } from "../over";

/** Something that can be chosen by its name. */
export interface Entry {
  /** What it is, in a word. */
  readonly kind: string;
  readonly name: string;
  /** A key that does the same, or where it is. */
  readonly note: string;
  /** The session's own, and not a command or a view: those come first where both match alike. */
  readonly isPlace?: boolean;
  readonly run: () => void;
}

const say = paneWords.palette;

/** What can be done now: all actions of the registry, views, panes, and other sessions. */
export function doable(use: ActionUse): readonly Entry[] {
  const { desk } = use;
  const actions = actionGroups.flatMap(({ actions }) =>
    actions.flatMap((action): readonly Entry[] =>
      action.when?.(use) === false || action.keys.includes("$mod+k") ? [] : [{ kind: say.action, name: action.name, note: keyName(action.keys[0] ?? ""), run: () => action.run(use) }],
    ),
  );
  return desk === undefined ? actions : [...(desk.viewer.fillsPage ? views(desk) : []), ...actions, ...sessions(desk)];
}

function views(desk: Desk): readonly Entry[] {
  const say = paneWords.bar;
  const open = (name: string, view: string): Entry => ({ kind: paneWords.palette.view, name, note: "", run: () => desk.change({ view }) });
  return [
    open(say.conversation, ""),
    ...viewNames.filter((name) => code[name] !== undefined).map((name) => open(say.views[name], name)),
    ...paneNames
      .filter((name) => code[name] !== undefined)
      .map((name): Entry => {
        const words = isShown(desk, name) ? say.hide : say.showPane;
        return { kind: paneWords.palette.pane, name: words(say.panes[name]), note: "", run: () => turnPane(desk, name) };
      }),
  ];
}

function sessions({ viewer, session }: Desk): readonly Entry[] {
  const others = viewer.sessions().filter((info) => info.index !== session && !info.silent);
  return [
    ...others.map((info): Entry => ({ kind: say.session, name: title(info), note: info.branch, isPlace: true, run: () => viewer.present(info.index) })),
    ...(others.length === 0 ? [] : [{ kind: say.action, name: say.allSessions, note: "", run: () => viewer.present(undefined) }]),
  ];
}
