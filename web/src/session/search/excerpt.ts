import type { Match } from "../../parser/model";

type Excerpt = Pick<Match, "before" | "words" | "after">;

// These characters surround matches; the parser leaves them out of excerpts.
const FROM = "\u0001";
const TO = "\u0002";

/**
 * Returns the text of a match as its row shows it: without Markdown if the row formats it, and without the tags of
 * commands.
 */
export function excerpt(match: Match): Excerpt {
  const { kind, agent, before, words, after } = match;
  const isSet = kind === "replies" || kind === "thinking" || (kind === "prompts" && agent !== "");
  if (!isSet && kind !== "prompts") return match;
  const whole = `${before}${FROM}${words}${TO}${after}`;
  const [start, following] = (isSet ? unmarked(whole) : whole.replace(tag, " ")).split(FROM);
  const [found, end] = following?.split(TO) ?? [];
  return start === undefined || found === undefined || end === undefined || found === ""
    ? match
    : { before: start, words: found, after: end };
}

/** Commands and their output are recorded in these tags. */
const tag =
  /\s*<\/?(?:command-(?:name|message|args|contents)|local-command-(?:stdout|stderr)|bash-(?:input|stdout|stderr))>\s*/g;

/**
 * Removes marks around words and before lines, of which some are truncated. Everything is on one line; marks inside a
 * word or a name stay.
 */
function unmarked(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, "$1")
    .replace(/(?<![\p{L}\p{N}*])\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?![\p{L}\p{N}*])/gu, "")
    .replace(/`+/g, "")
    .replace(/(^…?|\s)#{1,6}\s+/g, "$1")
    .replace(/\|(?:\s*:?-{2,}:?\s*\|)+/g, "|");
}
