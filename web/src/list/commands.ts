import { ignoreParserLoss } from "../parser/parser-loss";
import type { Command } from "../base/command";
import type { RowContext } from "../rows/context";
import type { Row } from "../parser/model";
import type { ViewState } from "../session/view-state";
import type { ListElement } from "./conversation-list";
import { printWhole } from "./printing";
import type { RowNavigation } from "./row-navigation";
import { strings } from "./command-strings";

/** The parts of the viewer that commands on a conversation use. */
export interface ConversationViewer {
  /** The conversation on the screen. */
  readonly shown: RowContext | undefined;
  /** Whether printing the page prints the whole conversation. */
  readonly printsAllRows: boolean;
  list(): ListElement | undefined;
  /** Shows a message for a moment. */
  announce(text: string): void;
  /** Selects the whole conversation, including rows that are not rendered. */
  selectAll(list: ListElement): void;
}

/** The session that commands on a conversation act on. */
interface ConversationOwner {
  readonly context: RowContext;
  readonly state: ViewState;
  readonly navigation: RowNavigation;
  readonly viewer: ConversationViewer;
}

interface ListCommandContext<Owner extends ConversationOwner = ConversationOwner> {
  /** The session on the screen; undefined while there is none. */
  readonly controller: Owner | undefined;
}

/** Defines a command on the conversation's list, enabled by default while the list is visible. */
export function onList<Owner extends ConversationOwner = ConversationOwner>(
  run: (list: ListElement, controller: Owner) => void,
  isEnabled: (controller: Owner) => boolean = ({ state }) => state.view === undefined,
): Required<Pick<Command<ListCommandContext<Owner>>, "isEnabled" | "run">> {
  return {
    isEnabled: ({ controller }) => controller?.viewer.list() !== undefined && isEnabled(controller),
    run: ({ controller }) => {
      const list = controller?.viewer.list();
      if (controller !== undefined && list !== undefined) run(list, controller);
    },
  };
}

export const listCommands: readonly Command<ListCommandContext>[] = [
  { id: "row.next", title: strings.commands.rowNext, group: "move", order: 10, keys: ["j"], ...step("row", 1) },
  {
    id: "row.previous",
    title: strings.commands.rowPrevious,
    group: "move",
    order: 20,
    keys: ["k"],
    ...step("row", -1),
  },
  { id: "turn.next", title: strings.commands.promptNext, group: "move", order: 30, keys: ["n"], ...step("prompt", 1) },
  {
    id: "turn.previous",
    title: strings.commands.promptPrevious,
    group: "move",
    order: 40,
    keys: ["p"],
    ...step("prompt", -1),
  },
  {
    id: "error.next",
    title: strings.commands.errorNext,
    group: "move",
    order: 50,
    keys: ["]", "AltGraph+]"],
    ...step("failure", 1),
  },
  {
    id: "error.previous",
    title: strings.commands.errorPrevious,
    group: "move",
    order: 60,
    keys: ["[", "AltGraph+["],
    ...step("failure", -1),
  },
  {
    id: "conversation.start",
    title: strings.commands.conversationStart,
    group: "move",
    order: 110,
    keys: ["Home"],
    ...onList((list) => void list.edge(false)),
  },
  {
    id: "conversation.end",
    title: strings.commands.conversationEnd,
    group: "move",
    order: 120,
    keys: ["End"],
    ...onList((list) => void list.edge(true)),
  },
  {
    id: "row.toggle",
    title: strings.commands.rowToggle,
    group: "show",
    order: 10,
    keys: ["o"],
    isRunByEnter: true,
    ...onList((list, { context }) => {
      const row = list.currentRow();
      if (row !== undefined) context.toggle(row);
    }),
  },
  {
    id: "conversation.expandAll",
    title: strings.commands.conversationExpandAll,
    group: "show",
    order: 20,
    keys: ["e"],
    ...onList((list, controller) => void openAll(list, controller, true)),
  },
  {
    id: "conversation.collapseAll",
    title: strings.commands.conversationCollapseAll,
    group: "show",
    order: 30,
    keys: ["c"],
    ...onList((list, controller) => void openAll(list, controller, false)),
  },
  {
    id: "thinking.toggle",
    title: strings.commands.thinkingToggle,
    group: "show",
    order: 50,
    keys: ["t"],
    ...onList((_list, { context: { conversation }, viewer }) => {
      conversation.thinking = !conversation.thinking;
      viewer.announce(conversation.thinking ? strings.thinkingShown : strings.thinkingHidden);
    }),
  },
  {
    id: "conversation.selectAll",
    title: strings.commands.conversationSelectAll,
    group: "general",
    order: 20,
    keys: ["$mod+a"],
    ...onList((list, { viewer }) => viewer.selectAll(list)),
  },
  {
    id: "conversation.print",
    title: strings.commands.conversationPrint,
    group: "general",
    order: 30,
    keys: ["$mod+p"],
    ...onList(
      (list, { context, viewer }) => void printWhole(list, context.conversation, (text) => viewer.announce(text)),
      ({ state, viewer }) => state.view === undefined && viewer.printsAllRows, // otherwise the browser prints its page
    ),
  },
];

/** Goes to the next or previous row of a kind, and announces if there is none. */
function step(
  kind: Parameters<RowNavigation["step"]>[1],
  by: 1 | -1,
): Required<Pick<Command<ListCommandContext>, "isEnabled" | "run">> {
  const none = { row: "", prompt: strings.noMorePrompts, failure: strings.noMoreErrors }[kind];
  return onList((list, { context, viewer, navigation }) => {
    void ignoreParserLoss(navigation.step(list, kind, by)).then((found) => {
      if (found === false && none !== "" && viewer.shown === context) viewer.announce(none);
    });
  });
}

/** Expands or collapses all rows and folds. The current row, or the fold that contains it, stays where it is. */
function openAll(list: ListElement, { context, viewer }: ConversationOwner, open: boolean): Promise<void> {
  const { conversation } = context;
  viewer.announce(open ? strings.expanded : strings.collapsed);
  return changeRows(
    list,
    context,
    (row) => !open && row.inside,
    () => {
      conversation.setAllOpen(open);
      return conversation.api.query("expandAll", { session: conversation.session, open });
    },
  );
}

/**
 * Shows or hides rows. The current row stays where it is; if it is one that disappears, the closest one before it that
 * does not, or after it if there is none.
 */
export async function changeRows(
  list: ListElement,
  context: RowContext,
  disappears: (row: Row) => boolean,
  change: () => Promise<unknown>,
): Promise<void> {
  const { conversation } = context;
  const { api, session } = conversation;
  const read = list.visibleCurrentIndex();
  const walked = list.hasCurrentRow && list.currentIndex() === read;
  const nearest = (from: number, by: 1 | -1): number => {
    let at = from;
    for (let row = conversation.row(at); row !== undefined && disappears(row); row = conversation.row(at)) at += by;
    return at;
  };
  const before = nearest(read, -1);
  const at = before >= 0 ? before : nearest(read, 1);
  const address = conversation.row(at)?.key ?? "";
  list.pinRow(at, read);
  const changed = async (): Promise<number | null> => {
    await change();
    return conversation.reloadAround(await api.query("find", { session, address }));
  };
  const index = await ignoreParserLoss(changed()); // a parser that stopped is reported elsewhere
  if (index != null && walked && at !== read && list.context === context) await list.goTo(index, "still");
}
