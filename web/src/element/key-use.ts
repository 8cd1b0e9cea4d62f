import type { RowContext } from "../rows/context";
import { lateWords } from "unspool:late-words";
import type { Conversation } from "./conversation";
import { type KeyUse, bindKeys } from "./keys";
import type { ListElement } from "./list";
import type { Panel } from "./panel";
import { printWhole } from "./printing";
import { toFailure, toRow, toTurn } from "./walk";

export { toTurnNumbered } from "./walk";

/** What the keys of a viewer act upon. */
export interface KeyTarget {
  readonly list: () => ListElement | undefined;
  readonly shown: () => RowContext | undefined;
  readonly say: (said: string) => void;
  readonly open: (panel: Panel) => void;
  readonly selectAll: (list: ListElement) => void;
  /** Whether printing is for the viewer to do. */
  readonly prints: boolean;
}

/** Has the keys of a viewer act upon its conversation. */
export function followKeys(viewer: HTMLElement, target: KeyTarget): () => void {
  return bindKeys(viewer, keyUse(target));
}

/** What each key does to the conversation on the screen. */
function keyUse(target: KeyTarget): KeyUse {
  const onList = (act: (list: ListElement, conversation: Conversation) => void) => {
    const list = target.list();
    const conversation = target.shown()?.conversation;
    if (list !== undefined && conversation !== undefined) act(list, conversation);
  };
  const orSay = (found: Promise<boolean>, said: string): void => {
    void found.then((there) => {
      if (!there) target.say(said);
    });
  };
  return {
    step: (by) => onList((list) => void toRow(list, by)),
    turn: (by) => onList((list) => orSay(toTurn(list, by), lateWords.noMoreTurns)),
    error: (by) => onList((list) => orSay(toFailure(list, by), lateWords.noMoreErrors)),
    toggle: () =>
      onList((list) => {
        const row = list.currentRow();
        if (row !== undefined) target.shown()?.toggle(row);
      }),
    about: () => onList((list) => list.querySelector<HTMLElement>('unspool-row[tabindex="0"] .about-row')?.click()),
    all: (open) =>
      onList((list, conversation) => {
        void openAll(list, conversation, open);
        target.say(open ? lateWords.allOpen : lateWords.allClosed);
      }),
    thinking: () =>
      onList((_list, conversation) => {
        conversation.thinking = !conversation.thinking;
        target.say(conversation.thinking ? lateWords.thinkingOpen : lateWords.thinkingFolded);
      }),
    machinery: () =>
      onList((_list, conversation) => {
        conversation.machinery = !conversation.machinery;
        target.say(conversation.machinery ? lateWords.machineryShown : lateWords.machineryHidden);
      }),
    goTo: () => onList(() => target.open({ kind: "goto", missing: false })),
    edge: (end) => onList((list) => void list.edge(end)),
    help: () => target.open({ kind: "keys" }),
    everything: () => onList(target.selectAll),
    print: target.prints ? () => onList((list, conversation) => void printWhole(list, conversation, target.say)) : undefined,
  };
}

/** Opens or closes all lines and all series. The row that is read stays where it is, or the series that it is in. */
async function openAll(list: ListElement, conversation: Conversation, open: boolean): Promise<void> {
  const read = list.readIndex();
  const walked = list.walked && list.currentIndex() === read;
  let at = read;
  while (!open && at > 0 && conversation.row(at)?.inside === true) at--;
  list.hold(at, read);
  conversation.setAllOpen(open);
  const index = await conversation.expandAll(open, conversation.row(at)?.key ?? "").catch(() => -1); // a parser that died is told elsewhere
  if (index >= 0 && walked && at !== read) await list.goTo(index, "still");
}
