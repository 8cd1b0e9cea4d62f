import { count, number } from "../../base/format";

export const strings = {
  title: "Share",
  link: "The session was opened from an address. A link opens it there for everyone who can read that address.",
  copyLink: "Copy link",
  what: "The result is one file that opens in any browser, without a network. It will contain:",
  warning: "Anyone with this file can read the entire session.",
  private:
    "A session contains everything that was said and done: text, code, paths, command output, and any keys or passwords that came up. " +
    "Review it before sharing.",
  extent: "Include",
  one: "This session",
  all: (n: number) => `All ${count(n, "session")}`,
  kinds: {
    conversation: (n: number) => count(n, "conversation"),
    agent: (n: number) => (n === 1 ? "the conversation of 1 agent" : `the conversations of ${number(n)} agents`),
    output: (n: number) => count(n, "long output"),
    other: (n: number) => count(n, "other file"),
  },
  names: (n: number) => (n === 1 ? "File name" : `Names of the ${number(n)} files`),
  more: (n: number) => `and ${number(n)} more`,
  shared: (name: string) => `${name} also contains other sessions and is included in full.`,
  packing: (part: string) => `Packing ${part}`,
  save: "Save HTML",
  failed: "The HTML file could not be created.",
  changed: "a file got shorter while it was being read",
  tooLarge: (most: string) =>
    `It would be larger than ${most}, which few browsers can open. Share the session files instead.`,
  noPage: "This site has no unspool.html to embed the session in.",
} as const;
