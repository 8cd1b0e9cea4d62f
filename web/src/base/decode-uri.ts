/** Returns a decoded address or part of one, or the text itself if it is not encoded properly. */
export function decoded(text: string, decode: (text: string) => string = decodeURIComponent): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}
