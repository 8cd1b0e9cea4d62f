import type { Story } from "../../parser/model";
import { count, number, percent } from "../../base/format";

const times = (n: number): string => (n === 1 ? "" : ` ×${number(n)}`);

export const strings = {
  title: "Overview",
  asked: "Asked",
  endings: {
    replied: "Ended",
    interrupted: "Interrupted",
    failed: "Failed",
    asking: "Asks you",
    unfinished: "Unfinished",
    empty: "Empty",
  },
  lastReply: (text: string) => `Last reply: ${text}`,
  noPrompt: "No prompt is recorded.",
  noReply: "No reply is recorded.",
  testsSucceeded: (n: number) => (n === 1 ? "Tests passed" : `Tests passed, ${count(n, "run")}`),
  testsFailed: (n: number) => `Tests failed${times(n)}`,
  thenSucceeded: "then passed",
  lastUnclear: (n: number) => `Tests ran${times(n)}, last result unclear`,
  errors: (n: number, parts: readonly string[], first: string) =>
    count(n, "error") + (parts.length === 0 ? "" : ` (${parts.join(", ")})`) + (first === "" ? "" : `: ${first}`),
  inAgents: (n: number) => `${number(n)} in agents`,
  inTests: (n: number) => `${number(n)} in test runs`,
  failed: (what: string, cause: string, n: number) =>
    (n > 0 ? `${number(n)}× ` : "") + what + (cause === "" ? "" : `: ${cause}`),
  requestFailed: "API request",
  noErrors: "No errors",
  noChanges: "No file changes recorded",
  noChangesNote: "Changes by commands, and by agents whose transcripts are not loaded, are not counted.",
  changedFiles: (n: number) => count(n, "file"),
  changesNote: "Show all changes. Those that commands made are not counted.",
  allFiles: (n: number) => `All ${number(n)} files`,
  active: (length: string) => `${length} active`,
  cost: (sum: string, cause: string) => (cause === "" ? sum : `${sum} · ${cause}`),
  causes: {
    "": () => "",
    input: (share: number) => `${percent(share)} new input`,
    cacheRead: (share: number) => `${percent(share)} rereading the cache`,
    cacheWrite: (share: number) => `${percent(share)} writing the cache`,
    output: (share: number) => `${percent(share)} output`,
    searches: (share: number) => `${percent(share)} web searches`,
  },
  showUsage: "Show usage and cost",
  agents: (n: number) => count(n, "agent"),
  compactions: (n: number) => count(n, "compaction"),
  notShown: "This is not in the conversation that is shown.",
  failedToLoad: "The overview could not be read.",
  tryAgain: "Try again",
  copyImage: "Copy as image",
  imageCopied: "Image copied",
  imageSaved: "Image saved",
  imageFailed: "The image could not be made.",
  madeWith: "Unspool",
  hide: "Hide the overview",
  commands: { storyToggle: "Show or hide the overview" },
} as const;

/** Returns the text beside the label of how a session ended. */
export function endingText({ ending, ended: { text } }: Story): string {
  if (text === "") return strings.noReply;
  return ending === "interrupted" || ending === "unfinished" ? strings.lastReply(text) : text;
}
