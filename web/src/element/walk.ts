import type { Conversation } from "./conversation";
import type { ListElement } from "./list";
import type { Asked } from "./places";

// How a reader goes about a conversation. Each resolves to whether there was such a row.

export function toRow(list: ListElement, by: 1 | -1): Promise<boolean> {
  return list.goTo(list.walked ? list.currentIndex() + by : list.currentIndex(), "nearest");
}

export function toTurn(list: ListElement, by: 1 | -1): Promise<boolean> {
  return seek(list, ({ api, session }) => api.ask("step", session, list.currentIndex() + by, by < 0, false), "start");
}

export function toTurnNumbered(list: ListElement, number: number): Promise<boolean> {
  return seek(list, ({ api, session }) => api.ask("turn", session, number), "start");
}

export function toFailure(list: ListElement, by: 1 | -1): Promise<boolean> {
  return seek(list, ({ api, session }) => api.ask("step", session, list.currentIndex() + by, by < 0, true), "center");
}

async function seek(list: ListElement, ask: (conversation: Conversation) => Promise<number>, stand: Asked): Promise<boolean> {
  const conversation = list.context?.conversation;
  if (conversation === undefined) return false;
  const index = await conversation.place(ask(conversation));
  return index >= 0 && list.context?.conversation === conversation && list.goTo(index, stand);
}
