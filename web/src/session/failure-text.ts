import { missingHelp } from "unspool:assets";
import type { Failure } from "../parser/protocol";
import { reasons } from "../parser/strings";
import { baseName } from "./format";
import { strings } from "./strings";

/** The number of files that are named. */
const MAX_FILE_NAMES = 3;

/** The description of a failure: what happened, why, and what to do. */
interface FailureText {
  readonly what: string;
  readonly why: string;
  readonly help: string;
}

/** Descriptions of the kinds of files that the parser recognizes. */
const fileKinds: Readonly<Record<string, string>> = {
  png: "a PNG image",
  jpeg: "a JPEG image",
  gif: "a GIF image",
  webp: "a WebP image",
  image: "an image",
  pdf: "a PDF document",
  zip: "a zip archive",
  gzip: "a gzip archive",
  html: "an HTML page",
  xml: "an XML document",
  json: "JSON, but not a session",
  jsonl: "JSON lines, but not a session",
  text: "plain text",
  sqlite: "an SQLite database; some other coding agents keep their sessions in one",
  binary: "a binary file",
  nul: "nothing but NUL bytes, which can happen after a system crash",
  utf16: "UTF-16 text, as Windows PowerShell writes it; save it as UTF-8 and try again",
};

/** Programs whose logs are recognized by their first record. */
const programs: Readonly<Record<string, string>> = {
  aider: "Aider",
  amp: "Amp",
  cline: "Cline",
  codex: "Codex",
  continue: "Continue",
  copilot: "Copilot CLI",
  cursor: "Cursor",
  droid: "Factory Droid",
  gemini: "Gemini CLI",
  opencode: "OpenCode",
  qwen: "Qwen Code",
};

/** Files that Claude Code stores beside its sessions, and what to open instead. */
const otherFiles: Readonly<Record<string, readonly [what: string, why: string]>> = {
  history: [
    "This is the list of your prompts",
    "contains what was typed in all sessions, without the replies; the sessions are in the “projects” folder next to it",
  ],
  index: ["This is a list of sessions", "only lists them"],
  journal: ["This is the journal of a workflow", "says which agents ran, not what they said"],
  settings: ["This is a settings file", "contains settings, not a session"],
};

/** Adds a period to a machine's message, since more text follows. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Like `sentence`, for a text that nothing precedes. Addresses and file names at its beginning stay as they are. */
function wholeSentence(text: string): string {
  return sentence(text).replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
}

/** Says when a worker failed whose script could be loaded. */
function workerText(detail: string): string {
  switch (detail) {
    case reasons.notStarted:
      return "The parser did not start";
    case reasons.silent:
      return "The parser stopped responding";
    default:
      return "The parser stopped";
  }
}

/** Names files that could not be read, and counts them. */
export function unreadFiles(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_FILE_NAMES).map(baseName);
  return strings.unreadFiles(names, paths.length - names.length);
}

/** Describes in a short notice what is wrong and why. */
export function failureNotice(failure: Failure): string {
  const { what, why } = failureText(failure);
  return `${what}. ${why}`;
}

/** Describes what is wrong, why, and what to do. */
export function failureText(failure: Failure): FailureText {
  const name = failure.path.slice(failure.path.lastIndexOf("/") + 1);
  const file = name === "" ? "This" : `“${name}”`;
  const text = failure.path === "" ? wholeSentence(failure.detail) : `${failure.path}: ${sentence(failure.detail)}`;
  const instead = "Drop a .jsonl file from ~/.claude/projects instead, or the whole folder.";
  switch (failure.code) {
    case "empty":
      return { what: "This file is empty", why: `${file} has no content.`, help: instead };
    case "not-a-transcript": {
      const agent = Object.hasOwn(programs, failure.detail) ? programs[failure.detail] : undefined;
      if (agent !== undefined) {
        return {
          what: `This is ${/^[AEIO]/.test(agent) ? "an" : "a"} ${agent} log`,
          why: `${file} was written by another program. Unspool reads Claude Code sessions.`,
          help: instead,
        };
      }
      const detail = Object.hasOwn(otherFiles, failure.detail) ? otherFiles[failure.detail] : undefined;
      if (detail !== undefined) return { what: detail[0], why: `${file} ${detail[1]}.`, help: instead };
      if (failure.detail === "zip" || failure.detail === "gzip") {
        return {
          what: "This is an archive",
          why: `${file} seems to be ${fileKinds[failure.detail] ?? ""}.`,
          help: "Unpack it first, then drop the folder.",
        };
      }
      return {
        what: "This is not a Claude Code session",
        why: `${file} seems to be ${fileKinds[failure.detail] ?? (failure.detail || "something else")}.`,
        help: failure.path.includes("://") ? "Use the address of the raw file, not of a page that shows it." : instead,
      };
    }
    case "no-sessions":
      return {
        what: "No sessions found",
        why: "There is no Claude Code transcript in it.",
        help: "Sessions are .jsonl files. Claude Code saves them in ~/.claude/projects.",
      };
    case "unreadable": {
      const { detail, path, others = [] } = failure;
      const isOne = others.length === 0;
      const what = isOne ? `${name === "" ? "The file" : file} could not be read` : unreadFiles([path, ...others]);
      return {
        what,
        why:
          detail === ""
            ? `The browser could not read ${isOne ? name || "it" : "them"}.`
            : strings.browserError(sentence(detail)),
        help:
          `${isOne ? "It" : "They"} may have changed or moved while being read. ` +
          `Drop ${path.includes("/") ? "the folder" : isOne ? "it" : "them"} again.`,
      };
    }
    case "options":
      return {
        what: "The session can't be shown with these options",
        why: wholeSentence(failure.detail),
        help: "Check the turns, prompts, show and hide options.",
      };
    case "prices":
      return {
        what: "The price table is ignored",
        why: `${file}: ${sentence(failure.detail)}`,
        help: "Fix the table, and drop it again.",
      };
    case "address":
      return {
        what: "The address could not be opened",
        why: text,
        help: failure.path === "" ? "" : "Check the address.",
      };
    case "missing":
      return {
        what: "No file at this address",
        why: text,
        help: "Check the address. Only public files can be read.",
      };
    case "refused":
      return failure.detail.startsWith("5")
        ? { what: "The server reported an error", why: text, help: "Try again later." }
        : {
            what: "The server refused access to this file",
            why: text,
            help: "Only public files can be read: no login is sent.",
          };
    case "moved":
      return {
        what: "The address redirects to another host",
        why: `${failure.path} redirects to ${sentence(failure.detail)}`,
        help: "",
      };
    case "incomplete":
    case "blocked":
    case "slow":
    case "cut":
    case "too-large":
      return {
        what: failure.code === "incomplete" ? "Not everything could be read" : "The file could not be fetched",
        why: wholeSentence(failure.detail),
        help: "",
      };
    case "worker":
    case "wasm":
      if (name !== "") {
        const folder = failure.path.slice(0, -name.length);
        return {
          what: "The viewer’s own files could not be loaded",
          why: wholeSentence(failure.detail),
          help: `Check that they are in ${folder}, all from the same build.${missingHelp}`,
        };
      }
      return {
        what: failure.code === "wasm" ? "WebAssembly did not start" : workerText(failure.detail),
        why: wholeSentence(failure.detail),
        help: "Try again. If that does not help, reload the page or use a current browser.",
      };
    case "crashed": {
      const why = failure.detail === "" ? "No reason was given." : `Last message: ${sentence(failure.detail)}`;
      return failure.detail.startsWith("out of memory")
        ? {
            what: "Not enough memory",
            why,
            help: "Close other tabs and try again, or open fewer files at once.",
          }
        : {
            what: failure.path === "" ? "The parser stopped" : `The parser for ${failure.path} stopped`,
            why,
            help: "Try again. If it stops again, please report a bug.",
          };
    }
  }
}
