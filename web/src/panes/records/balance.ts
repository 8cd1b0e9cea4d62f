import type { Ledger } from "../../parser/model";

/** What a part of the bytes is to a reader. */
export type DispositionGroup = "shown" | "merged" | "hidden" | "damaged";

/** One entry of a ledger: a fate, and of what is hidden the reason. */
export interface BalanceEntry {
  readonly group: DispositionGroup;
  readonly reason: string; // "" but for what is hidden
  readonly bytes: number;
}

/** The entries of a ledger that hold something: what is shown, then the rest, the largest first. */
export function entries(ledger: Ledger): readonly BalanceEntry[] {
  const hidden = Object.entries(ledger.hidden ?? {}).map(([reason, bytes]): BalanceEntry => ({
    group: "hidden",
    reason,
    bytes,
  }));
  const all: readonly BalanceEntry[] = [
    { group: "shown", reason: "", bytes: ledger.shown },
    { group: "merged", reason: "", bytes: ledger.merged },
    ...hidden.sort((a, b) => b.bytes - a.bytes || (a.reason < b.reason ? -1 : 1)),
    { group: "damaged", reason: "", bytes: ledger.damaged },
  ];
  return all.filter(({ bytes }) => bytes > 0);
}

export function sum(list: readonly BalanceEntry[]): number {
  return list.reduce((total, { bytes }) => total + bytes, 0);
}

/** Tenths of a percent for each entry, which add up to 100 %: what is lost by rounding goes to those that lost most. */
export function shares(list: readonly BalanceEntry[]): readonly number[] {
  const total = sum(list);
  if (total === 0) return list.map(() => 0);
  const exact = list.map(({ bytes }) => (bytes / total) * 1000);
  const out = exact.map(Math.floor);
  const order = exact.map((share, at) => ({ at, lost: share - Math.floor(share) })).sort((a, b) => b.lost - a.lost);
  let left = 1000 - out.reduce((n, share) => n + share, 0);
  for (const { at } of order) {
    if (left-- <= 0) break;
    out[at] = (out[at] ?? 0) + 1;
  }
  return out;
}
