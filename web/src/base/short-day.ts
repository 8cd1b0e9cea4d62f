/** Returns a date without its year. */
export function shortDay(date: string): string {
  return date.replace(/,? ?\d{4}$/, "");
}
