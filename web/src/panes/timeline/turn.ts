import { type Spans, WAITING, laneOfEntry } from "../../session/timeline/spans";

/** Returns the start and end time of the turn that contains an entry, without the wait before it. */
export function turnAround(spans: Spans, entry: number): readonly [from: number, to: number] {
  const end = spans.ends[0] ?? 0;
  let main = entry;
  if (laneOfEntry(spans, entry) > 0) {
    main = 0;
    while (main + 1 < end && (spans.start[main + 1] ?? 0) <= (spans.start[entry] ?? 0)) main++;
  }
  const turn = spans.prompt[main];
  while (main > 0 && spans.prompt[main - 1] === turn) main--;
  let from = Infinity;
  let to = spans.start[main] ?? 0;
  for (let i = main; i < end && spans.prompt[i] === turn; i++) {
    if (spans.kind[i] !== WAITING) from = Math.min(from, spans.start[i] ?? 0);
    to = Math.max(to, spans.end[i] ?? 0);
  }
  const room = Math.max((to - from) * 0.03, 1);
  return [from - room, to + room];
}
