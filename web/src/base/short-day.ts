/** A day without its year, where that is told elsewhere. */
export function shortDay(date: string): string {
  return date.replace(/,? ?\d{4}$/, "");
}
