/** Parses numbers of prompts: "12", "12-18", "12-" or "-5". Undefined if they are written in another way. */
export function parsePrompts(text: string): readonly [first: number, last: number] | undefined {
  const [, from = "", dash, to = ""] = /^\s*(\d{0,9})\s*([-–])?\s*(\d{0,9})\s*$/.exec(text) ?? [];
  if (from === "" && to === "") return undefined;
  const first = Number(from || 1);
  const last = dash === undefined ? first : Number(to || Number.MAX_SAFE_INTEGER);
  return first >= 1 && last >= first ? [first, Math.min(last, 2 ** 31 - 1)] : undefined;
}
