import type { ContextSeries, Row } from "../../parser/model";

/** Returns the point of the last response up to a row: by time, or by prompt where times are unknown. */
export function pointOfRow(
  series: Pick<ContextSeries, "prompt" | "time">,
  row: Pick<Row, "prompt" | "time">,
): number | undefined {
  const isUpTo = (prompt: number, at: number): boolean => {
    const time = series.time[at] ?? 0;
    return prompt < row.prompt || (prompt === row.prompt && (time === 0 || row.time === 0 || time <= row.time));
  };
  const found = series.prompt.findLastIndex(isUpTo);
  return found < 0 ? undefined : found;
}
