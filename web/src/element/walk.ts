import { isFailure } from "../rows/facts";
import type { Row } from "../worker/model";
import type { ListElement } from "./list";
import type { Asked } from "./places";

// How a reader goes about a conversation. Each resolves to whether there was such a row.

export function toRow(list: ListElement, by: 1 | -1): Promise<boolean> {
  const from = list.walked ? list.currentIndex() + by : list.currentIndex();
  return seek(list, from, by, () => true, "nearest");
}

export function toTurn(list: ListElement, by: 1 | -1): Promise<boolean> {
  return seek(list, list.currentIndex() + by, by, opensTurn, "start");
}

export function toTurnNumbered(list: ListElement, number: number): Promise<boolean> {
  return seek(list, 0, 1, (row) => opensTurn(row) && row.turn === number, "start");
}

export function toFailure(list: ListElement, by: 1 | -1): Promise<boolean> {
  return seek(list, list.currentIndex() + by, by, isFailure, "center");
}

function opensTurn(row: Row): boolean {
  return row.opens && row.depth === 0;
}

async function seek(list: ListElement, from: number, by: 1 | -1, wanted: (row: Row) => boolean, stand: Asked): Promise<boolean> {
  const index = (await list.context?.conversation.search(from, by, wanted)) ?? -1;
  if (index < 0) return false;
  await list.goTo(index, stand);
  return true;
}
