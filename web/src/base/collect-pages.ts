/**
 * Lines of a list that the parser may rebuild while files are read. Lines with another revision belong to another list.
 */
export interface LineRange<L> {
  readonly lines: readonly L[];
  /** The start of the next page; null at the end. */
  readonly next: number | null;
  readonly revision: number;
}

/**
 * Returns lines of one list from an offset on: at least the requested number, if the list has that many. It starts over
 * when the list changes meanwhile; `ask` returns undefined to give up.
 */
export async function gather<L>(
  ask: (from: number) => Promise<LineRange<L> | undefined>,
  start: number,
  limit: number,
): Promise<readonly L[] | undefined> {
  const all: L[] = [];
  for (let from = start, revision = 0; ;) {
    const answer = await ask(from);
    if (answer === undefined) return undefined;
    if (answer.revision !== revision) {
      const begun = all.length > 0;
      revision = answer.revision;
      all.length = 0;
      if (begun) {
        from = start;
        continue;
      }
    }
    all.push(...answer.lines);
    if (answer.next === null || all.length >= limit) return all;
    from = answer.next;
  }
}
