import { paneWords } from "../../parser/words";
import type { RowStore } from "../../session/row-store";
import type { ListElement } from "../../list/conversation-list";
import { printWhole } from "../../list/printing";
import { fault } from "../../rows/shared/failure-text";
import type { SessionController, PaneName, ViewerHost } from "../../panes/session-controller";
import { shows, turned } from "../../session/filter";
import type { FileWatcher } from "../live/file-watcher";
import { viewOf } from "../../session/view-state";
import { isShown, turnPane } from "../layout/pane-visibility";
import type { Page } from "../page";
import type { Panel } from "../layout/panel-kind";

/** What an action acts upon. */
export interface CommandContext {
  /** The session on the screen; undefined while there is none. */
  readonly controller: SessionController | undefined;
  readonly viewer: Pick<ViewerHost, "sessions" | "present">;
  /** The page around the viewer, where that is all of it. */
  readonly page: Page | undefined;
  readonly open: (panel: Panel) => void;
  /** Opens what finds actions, turns, agents and files by their names. */
  readonly palette: () => void;
  /** Shows the session after or before the one on the screen. */
  readonly turnTo: (by: 1 | -1) => void;
  /** What follows the files; undefined where nothing does. */
  readonly live: FileWatcher | undefined;
}

/** Something that a reader can do by a key, and find by its name. */
export interface Command {
  readonly name: string;
  /** As tinykeys writes them; the first is shown. Ways to say the same on other keyboards follow. */
  readonly keys: readonly string[];
  /** Whether it is there now; always, where this is left out. */
  readonly when?: (use: CommandContext) => boolean;
  /** The pane that it opens, or closes. */
  readonly pane?: PaneName;
  readonly run: (use: CommandContext) => void;
}

/** Whether there is something for an action to act upon now. */
export function isThere(action: Command, use: CommandContext): boolean {
  return action.when?.(use) !== false;
}

/** Actions that are listed together. */
export interface CommandGroup {
  readonly name: string;
  readonly actions: readonly Command[];
}

const strings = paneWords.actions;

/** Opens the palette. */
export const paletteKey = "$mod+k";

/** All that can be done with a session, in the order in which it is listed. */
export const commandGroups: readonly CommandGroup[] = [
  {
    name: strings.move,
    actions: [
      {
        name: strings.nextLine,
        keys: ["j"],
        ...onList((list, { controller }) => void controller.walk.step(list, "row", 1)),
      },
      {
        name: strings.lineBefore,
        keys: ["k"],
        ...onList((list, { controller }) => void controller.walk.step(list, "row", -1)),
      },
      {
        name: strings.nextTurn,
        keys: ["n"],
        ...onList((list, { controller }) =>
          orAnnounce(controller, controller.walk.step(list, "turn", 1), paneWords.noMoreTurns),
        ),
      },
      {
        name: strings.turnBefore,
        keys: ["p"],
        ...onList((list, { controller }) =>
          orAnnounce(controller, controller.walk.step(list, "turn", -1), paneWords.noMoreTurns),
        ),
      },
      {
        name: strings.nextError,
        keys: ["]", "AltGraph+]"],
        ...onList((list, { controller }) =>
          orAnnounce(controller, controller.walk.step(list, "failure", 1), paneWords.noMoreErrors),
        ),
      },
      {
        name: strings.errorBefore,
        keys: ["[", "AltGraph+["],
        ...onList((list, { controller }) =>
          orAnnounce(controller, controller.walk.step(list, "failure", -1), paneWords.noMoreErrors),
        ),
      },
      { name: strings.find, keys: ["/"], pane: "find", ...ask("field") },
      { name: strings.nextMatch, keys: ["."], ...ask("next", finds) },
      { name: strings.matchBefore, keys: [","], ...ask("previous", finds) },
      {
        name: strings.goTo,
        keys: ["g"],
        ...onList((_list, { open }) => open({ kind: "goto", missing: false }), hasList),
      },
      { name: strings.start, keys: ["Home"], ...onList((list) => void list.edge(false)) },
      { name: strings.end, keys: ["End"], ...onList((list) => void list.edge(true)) },
    ],
  },
  {
    name: strings.show,
    actions: [
      { name: strings.open, keys: ["o"], ...onList(toggle) },
      { name: strings.openAll, keys: ["e"], ...onList((list, use) => void openAll(list, use, true)) },
      { name: strings.closeAll, keys: ["c"], ...onList((list, use) => void openAll(list, use, false)) },
      { name: strings.about, keys: ["i"], pane: "inspector", ...onList(inspect, hasList) },
      { name: strings.thinking, keys: ["t"], ...onList(turnThinking) },
      { name: strings.machinery, keys: ["m"], ...onList(turnMachinery) },
      {
        name: strings.outline,
        keys: ["s"],
        pane: "outline",
        when: hasPanes,
        run: ({ controller }) => turnOutline(controller),
      },
      {
        name: strings.file,
        keys: ["f"],
        ...onList(
          (list, { controller }) => void showFile(list, controller),
          (use) => hasPanes(use) && isListVisible(use),
        ),
      },
      {
        name: strings.timeline,
        keys: ["w"],
        pane: "timeline",
        when: hasPanes,
        run: ({ controller }) => controller && turnPane(controller, "timeline"),
      },
      {
        name: strings.zoomToTurn,
        keys: ["Shift+Z"],
        when: ({ controller }) => controller?.viewer.fillsPage === true && isShown(controller, "timeline"),
        run: ({ controller }) => controller?.timeline?.zoomToTurn(),
      },
      { name: strings.undoFilter, keys: ["z"], ...onList(undoFilter) },
      { name: strings.everything, keys: ["a"], ...onList((_list, { controller }) => controller.filtering.clear()) },
    ],
  },
  {
    name: strings.sessions,
    actions: [
      { name: strings.nextSession, keys: ["Shift+J"], when: hasOthers, run: ({ turnTo }) => turnTo(1) },
      { name: strings.sessionBefore, keys: ["Shift+K"], when: hasOthers, run: ({ turnTo }) => turnTo(-1) },
      {
        name: strings.allSessions,
        keys: ["u"],
        when: hasOthers,
        run: ({ controller }) => controller?.viewer.present(undefined),
      },
      {
        name: strings.follow,
        keys: ["l"],
        when: ({ live }) => live !== undefined && live.state !== "still",
        run: ({ live }) => live?.toggle(),
      },
      {
        name: strings.reload,
        keys: ["Shift+R"],
        when: ({ live }) => live?.reloads === true,
        run: ({ live }) => void live?.reload(),
      },
    ],
  },
  {
    name: strings.more,
    actions: [
      { name: strings.palette, keys: [paletteKey], run: ({ palette }) => palette() },
      {
        name: strings.selectAll,
        keys: ["$mod+a"],
        ...onList((list, { controller }) => controller.viewer.selectAll(list)),
      },
      {
        name: strings.print,
        keys: ["$mod+p"],
        ...onList(
          (list, { conversation, controller }) => void printWhole(list, conversation, controller.viewer.announce),
          ({ controller }) => controller?.viewer.prints === true, // else the browser prints its page
        ),
      },
      { name: strings.help, keys: ["?", "Shift+?"], run: ({ open }) => open({ kind: "keys" }) },
    ],
  },
];

/** Opened by a key, the outline has the focus; closed, the conversation. */
function turnOutline(controller: SessionController | undefined): void {
  if (controller === undefined) return;
  const shown = isShown(controller, "outline");
  turnPane(controller, "outline");
  if (!shown) controller.focusOn("outline");
  else controller.viewer.list()?.focus();
}

interface ListUse extends CommandContext {
  readonly controller: SessionController;
  readonly conversation: RowStore;
}

/** Whether there is a list of sessions to go to. */
function hasOthers({ controller }: CommandContext): boolean {
  return controller !== undefined && controller.viewer.sessions().length > 1;
}

function finds({ controller }: CommandContext): boolean {
  return controller !== undefined && isShown(controller, "find");
}

/**
 * Asks the pane that finds for its field, or for the match before or behind. It is opened, and then asks for its field
 * itself.
 */
function ask(what: "field" | "next" | "previous", when: Command["when"] = hasList): OnList {
  return onList((_list, { controller }) => {
    if (what === "field" && !controller.isOpen("find")) controller.typeAhead.hold();
    controller.setOpen("find", true);
    controller.find?.[what]();
  }, when);
}

type OnList = Required<Pick<Command, "when" | "run">>;

/** An action on the conversation: where that is in sight, if nothing else is said. */
function onList(
  act: (list: ListElement, use: ListUse) => void,
  when: (use: CommandContext) => boolean = isListVisible,
): OnList {
  return {
    when: (use) => hasList(use) && when(use),
    run: (use) => {
      const { controller } = use;
      const list = controller?.viewer.list();
      if (controller !== undefined && list !== undefined)
        act(list, { ...use, controller, conversation: controller.context.conversation });
    },
  };
}

/** Whether a conversation is on the screen: not the list of sessions. */
function hasList({ controller }: CommandContext): boolean {
  return controller?.viewer.list() !== undefined;
}

/** Whether no view stands in its place. */
function isListVisible({ controller }: CommandContext): boolean {
  return controller !== undefined && viewOf(controller.look) === undefined;
}

function orAnnounce(controller: SessionController, found: Promise<boolean>, text: string): void {
  found.then(
    (there) => {
      if (!there && controller.viewer.shown() === controller.context) controller.viewer.announce(text);
    },
    () => undefined, // a parser that died is told elsewhere
  );
}

/** Whether panes stand around the conversation. */
function hasPanes({ controller }: CommandContext): boolean {
  return controller?.viewer.fillsPage === true;
}

/** Shows what was done to the file that a row is about. */
async function showFile(list: ListElement, controller: SessionController): Promise<void> {
  const row = list.currentRow();
  try {
    const file =
      row === undefined ? null : await controller.api.query("fileOf", { session: controller.session, key: row.key });
    if (file === null) controller.viewer.announce(paneWords.files.noFile);
    else controller.change({ view: "files", file });
  } catch (error) {
    controller.viewer.announce(fault(error));
  }
}

/** Opens or closes the row that keys act upon. */
function toggle(list: ListElement, { controller }: ListUse): void {
  const row = list.currentRow();
  if (row !== undefined) controller.context.toggle(row);
}

/** Opens or closes the inspector; where there is none, tells about the row in a card. */
function inspect(list: ListElement, { controller }: ListUse): void {
  if (!controller.viewer.fillsPage)
    return list.querySelector<HTMLElement>('unspool-row[tabindex="0"] .about-row')?.click();
  controller.setOpen("inspector", !controller.isOpen("inspector"));
}

function turnThinking(_list: ListElement, { conversation, controller }: ListUse): void {
  conversation.thinking = !conversation.thinking;
  controller.viewer.announce(conversation.thinking ? paneWords.thinkingOpen : paneWords.thinkingFolded);
}

function turnMachinery(_list: ListElement, { controller }: ListUse): void {
  const { filtering } = controller;
  filtering.change(turned(filtering.filter, "machinery"));
  controller.viewer.announce(
    shows(filtering.filter, "machinery") ? paneWords.machineryShown : paneWords.machineryHidden,
  );
}

function undoFilter(_list: ListElement, { controller }: ListUse): void {
  controller.viewer.announce(controller.filtering.undo() ? paneWords.filters.undone : paneWords.filters.nothingToUndo);
}

/** Shows or hides the rows of all series; gives the place where the row with this key stands then. */
async function expanded(conversation: RowStore, open: boolean, key: string): Promise<number | null> {
  const { api, session } = conversation;
  await api.query("expandAll", { session, open });
  return conversation.rearranged(await api.query("find", { session, address: key }));
}

/** Opens or closes all lines and all series. The row that is read stays where it is, or the series that it is in. */
async function openAll(list: ListElement, { conversation, controller }: ListUse, open: boolean): Promise<void> {
  controller.viewer.announce(open ? paneWords.allOpen : paneWords.allClosed);
  const read = list.readIndex();
  const walked = list.walked && list.currentIndex() === read;
  let at = read;
  while (!open && at > 0 && conversation.row(at)?.inside === true) at--;
  list.pinRow(at, read);
  conversation.setAllOpen(open);
  // A parser that died is told elsewhere.
  const index = await expanded(conversation, open, conversation.row(at)?.key ?? "").catch(() => null);
  if (index !== null && walked && at !== read && list.context === controller.context) await list.goTo(index, "still");
}
