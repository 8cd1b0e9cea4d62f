import { paneWords } from "../../parser/words";
import type { Conversation } from "../../session/row-store";
import type { ListElement } from "../../list/conversation-list";
import { printWhole } from "../../list/printing";
import { fault } from "../../rows/shared/failure-text";
import type { Desk, PaneName, Viewer } from "../../panes/session-controller";
import { shows, turned } from "../../session/filter";
import type { Live } from "../live/file-watcher";
import { viewOf } from "../../session/view-state";
import { isShown, turnPane } from "../layout/pane-visibility";
import type { Page } from "../page";
import type { Panel } from "../layout/panel-kind";

/** What an action acts upon. */
export interface ActionUse {
  /** The session on the screen; undefined while there is none. */
  readonly desk: Desk | undefined;
  readonly viewer: Pick<Viewer, "sessions" | "present">;
  /** The page around the viewer, where that is all of it. */
  readonly page: Page | undefined;
  readonly open: (panel: Panel) => void;
  /** Opens what finds actions, turns, agents and files by their names. */
  readonly palette: () => void;
  /** Shows the session after or before the one on the screen. */
  readonly turnTo: (by: 1 | -1) => void;
  /** What follows the files; undefined where nothing does. */
  readonly live: Live | undefined;
}

/** Something that a reader can do by a key, and find by its name. */
export interface Action {
  readonly name: string;
  /** As tinykeys writes them; the first is shown. Ways to say the same on other keyboards follow. */
  readonly keys: readonly string[];
  /** Whether it is there now; always, where this is left out. */
  readonly when?: (use: ActionUse) => boolean;
  /** The pane that it opens, or closes. */
  readonly pane?: PaneName;
  readonly run: (use: ActionUse) => void;
}

/** Whether there is something for an action to act upon now. */
export function isThere(action: Action, use: ActionUse): boolean {
  return action.when?.(use) !== false;
}

/** Actions that are listed together. */
export interface ActionGroup {
  readonly name: string;
  readonly actions: readonly Action[];
}

const say = paneWords.actions;

/** Opens the palette. */
export const paletteKey = "$mod+k";

/** All that can be done with a session, in the order in which it is listed. */
export const actionGroups: readonly ActionGroup[] = [
  {
    name: say.move,
    actions: [
      { name: say.nextLine, keys: ["j"], ...onList((list, { desk }) => void desk.walk.step(list, "row", 1)) },
      { name: say.lineBefore, keys: ["k"], ...onList((list, { desk }) => void desk.walk.step(list, "row", -1)) },
      {
        name: say.nextTurn,
        keys: ["n"],
        ...onList((list, { desk }) => orSay(desk, desk.walk.step(list, "turn", 1), paneWords.noMoreTurns)),
      },
      {
        name: say.turnBefore,
        keys: ["p"],
        ...onList((list, { desk }) => orSay(desk, desk.walk.step(list, "turn", -1), paneWords.noMoreTurns)),
      },
      {
        name: say.nextError,
        keys: ["]", "AltGraph+]"],
        ...onList((list, { desk }) => orSay(desk, desk.walk.step(list, "failure", 1), paneWords.noMoreErrors)),
      },
      {
        name: say.errorBefore,
        keys: ["[", "AltGraph+["],
        ...onList((list, { desk }) => orSay(desk, desk.walk.step(list, "failure", -1), paneWords.noMoreErrors)),
      },
      { name: say.find, keys: ["/"], pane: "find", ...ask("field") },
      { name: say.nextMatch, keys: ["."], ...ask("next", finds) },
      { name: say.matchBefore, keys: [","], ...ask("before", finds) },
      { name: say.goTo, keys: ["g"], ...onList((_list, { open }) => open({ kind: "goto", missing: false }), hasList) },
      { name: say.start, keys: ["Home"], ...onList((list) => void list.edge(false)) },
      { name: say.end, keys: ["End"], ...onList((list) => void list.edge(true)) },
    ],
  },
  {
    name: say.show,
    actions: [
      { name: say.open, keys: ["o"], ...onList(toggle) },
      { name: say.openAll, keys: ["e"], ...onList((list, use) => void openAll(list, use, true)) },
      { name: say.closeAll, keys: ["c"], ...onList((list, use) => void openAll(list, use, false)) },
      { name: say.about, keys: ["i"], pane: "inspector", ...onList(inspect, hasList) },
      { name: say.thinking, keys: ["t"], ...onList(turnThinking) },
      { name: say.machinery, keys: ["m"], ...onList(turnMachinery) },
      { name: say.outline, keys: ["s"], pane: "outline", when: hasPanes, run: ({ desk }) => turnOutline(desk) },
      {
        name: say.file,
        keys: ["f"],
        ...onList(
          (list, { desk }) => void showFile(list, desk),
          (use) => hasPanes(use) && inSight(use),
        ),
      },
      {
        name: say.timeline,
        keys: ["w"],
        pane: "timeline",
        when: hasPanes,
        run: ({ desk }) => desk && turnPane(desk, "timeline"),
      },
      {
        name: say.zoomToTurn,
        keys: ["Shift+Z"],
        when: ({ desk }) => desk?.viewer.fillsPage === true && isShown(desk, "timeline"),
        run: ({ desk }) => desk?.ask({ pane: "timeline", what: "zoom-to-turn" }),
      },
      { name: say.undoFilter, keys: ["z"], ...onList(undoFilter) },
      { name: say.everything, keys: ["a"], ...onList((_list, { desk }) => desk.filtering.clear()) },
    ],
  },
  {
    name: say.sessions,
    actions: [
      { name: say.nextSession, keys: ["Shift+J"], when: hasOthers, run: ({ turnTo }) => turnTo(1) },
      { name: say.sessionBefore, keys: ["Shift+K"], when: hasOthers, run: ({ turnTo }) => turnTo(-1) },
      { name: say.allSessions, keys: ["u"], when: hasOthers, run: ({ desk }) => desk?.viewer.present(undefined) },
      {
        name: say.follow,
        keys: ["l"],
        when: ({ live }) => live !== undefined && live.state !== "still",
        run: ({ live }) => live?.toggle(),
      },
      {
        name: say.reload,
        keys: ["Shift+R"],
        when: ({ live }) => live?.reloads === true,
        run: ({ live }) => void live?.reload(),
      },
    ],
  },
  {
    name: say.more,
    actions: [
      { name: say.palette, keys: [paletteKey], run: ({ palette }) => palette() },
      { name: say.selectAll, keys: ["$mod+a"], ...onList((list, { desk }) => desk.viewer.selectAll(list)) },
      {
        name: say.print,
        keys: ["$mod+p"],
        ...onList(
          (list, { conversation, desk }) => void printWhole(list, conversation, desk.viewer.say),
          ({ desk }) => desk?.viewer.prints === true, // else the browser prints its page
        ),
      },
      { name: say.help, keys: ["?", "Shift+?"], run: ({ open }) => open({ kind: "keys" }) },
    ],
  },
];

/** Opened by a key, the outline has the focus; closed, the conversation. */
function turnOutline(desk: Desk | undefined): void {
  if (desk === undefined) return;
  const shown = isShown(desk, "outline");
  turnPane(desk, "outline");
  if (!shown) desk.focusOn("outline");
  else desk.viewer.list()?.focus();
}

interface ListUse extends ActionUse {
  readonly desk: Desk;
  readonly conversation: Conversation;
}

/** Whether there is a list of sessions to go to. */
function hasOthers({ desk }: ActionUse): boolean {
  return desk !== undefined && desk.viewer.sessions().length > 1;
}

function finds({ desk }: ActionUse): boolean {
  return desk !== undefined && isShown(desk, "find");
}

/**
 * Asks the pane that finds for its field, or for the match before or behind. It is opened, and then asks for its field
 * itself.
 */
function ask(what: "field" | "next" | "before", when: Action["when"] = hasList): OnList {
  return onList((_list, { desk }) => {
    if (what === "field" && !desk.isOpen("find")) desk.held.hold();
    desk.setOpen("find", true);
    desk.ask({ pane: "find", what });
  }, when);
}

type OnList = Required<Pick<Action, "when" | "run">>;

/** An action on the conversation: where that is in sight, if nothing else is said. */
function onList(act: (list: ListElement, use: ListUse) => void, when: (use: ActionUse) => boolean = inSight): OnList {
  return {
    when: (use) => hasList(use) && when(use),
    run: (use) => {
      const { desk } = use;
      const list = desk?.viewer.list();
      if (desk !== undefined && list !== undefined)
        act(list, { ...use, desk, conversation: desk.context.conversation });
    },
  };
}

/** Whether a conversation is on the screen: not the list of sessions. */
function hasList({ desk }: ActionUse): boolean {
  return desk?.viewer.list() !== undefined;
}

/** Whether no view stands in its place. */
function inSight({ desk }: ActionUse): boolean {
  return desk !== undefined && viewOf(desk.look) === undefined;
}

function orSay(desk: Desk, found: Promise<boolean>, said: string): void {
  found.then(
    (there) => {
      if (!there && desk.viewer.shown() === desk.context) desk.viewer.say(said);
    },
    () => undefined, // a parser that died is told elsewhere
  );
}

/** Whether panes stand around the conversation. */
function hasPanes({ desk }: ActionUse): boolean {
  return desk?.viewer.fillsPage === true;
}

/** Shows what was done to the file that a row is about. */
async function showFile(list: ListElement, desk: Desk): Promise<void> {
  const row = list.currentRow();
  try {
    const file = row === undefined ? null : await desk.api.query("fileOf", { session: desk.session, key: row.key });
    if (file === null) desk.viewer.say(paneWords.files.noFile);
    else desk.change({ view: "files", file });
  } catch (error) {
    desk.viewer.say(fault(error));
  }
}

/** Opens or closes the row that keys act upon. */
function toggle(list: ListElement, { desk }: ListUse): void {
  const row = list.currentRow();
  if (row !== undefined) desk.context.toggle(row);
}

/** Opens or closes the inspector; where there is none, tells about the row in a card. */
function inspect(list: ListElement, { desk }: ListUse): void {
  if (!desk.viewer.fillsPage) return list.querySelector<HTMLElement>('unspool-row[tabindex="0"] .about-row')?.click();
  desk.setOpen("inspector", !desk.isOpen("inspector"));
}

function turnThinking(_list: ListElement, { conversation, desk }: ListUse): void {
  conversation.thinking = !conversation.thinking;
  desk.viewer.say(conversation.thinking ? paneWords.thinkingOpen : paneWords.thinkingFolded);
}

function turnMachinery(_list: ListElement, { desk }: ListUse): void {
  const { filtering } = desk;
  filtering.change(turned(filtering.filter, "machinery"));
  desk.viewer.say(shows(filtering.filter, "machinery") ? paneWords.machineryShown : paneWords.machineryHidden);
}

function undoFilter(_list: ListElement, { desk }: ListUse): void {
  desk.viewer.say(desk.filtering.undo() ? paneWords.filters.undone : paneWords.filters.nothingToUndo);
}

/** Shows or hides the rows of all series; gives the place where the row with this key stands then. */
async function expanded(conversation: Conversation, open: boolean, key: string): Promise<number | null> {
  const { api, session } = conversation;
  await api.query("expandAll", { session, open });
  return conversation.rearranged(await api.query("find", { session, address: key }));
}

/** Opens or closes all lines and all series. The row that is read stays where it is, or the series that it is in. */
async function openAll(list: ListElement, { conversation, desk }: ListUse, open: boolean): Promise<void> {
  desk.viewer.say(open ? paneWords.allOpen : paneWords.allClosed);
  const read = list.readIndex();
  const walked = list.walked && list.currentIndex() === read;
  let at = read;
  while (!open && at > 0 && conversation.row(at)?.inside === true) at--;
  list.hold(at, read);
  conversation.setAllOpen(open);
  // A parser that died is told elsewhere.
  const index = await expanded(conversation, open, conversation.row(at)?.key ?? "").catch(() => null);
  if (index !== null && walked && at !== read && list.context === desk.context) await list.goTo(index, "still");
}
