import type { Ledger } from "../../parser/model";

/** The disposition of bytes from the user's point of view. */
type DispositionGroup = "shown" | "merged" | "hidden" | "damaged";

/** An entry of the byte ledger: a disposition, and the reason if it is hidden. */
export interface BalanceEntry {
  readonly group: DispositionGroup;
  readonly reason: string; // "" unless hidden
  readonly bytes: number;
}

/** Returns the non-empty entries of a ledger: shown bytes first, then by size. */
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

/** Returns tenths of a percent for each entry, adding up to 100 %. The largest rounding losses are made up for. */
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
