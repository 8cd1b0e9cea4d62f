// Rows as Markdown or plain text, for the clipboard.
import { bytes, duration, relativePath, tokens } from "../../session/format";
import { computeHunks } from "../../content/diff/diff-compute";
import { readTerminal } from "../../content/terminal/ansi";
import { languageOfFile } from "../../content/code/languages";
import type { AgentRun, Body, Part, PromptRow, Question, Row, Tool } from "../../parser/model";
import type { ParserApi } from "../../parser/protocol";
import { isCut, textOf } from "../../parser/rows";
import { spokenName } from "../facts";
import { strings as rowStrings } from "../strings";
import { noteLabel, permissionMode, errorText } from "../note-text";
import { strings as promptStrings } from "../prompt/strings";
import { agentName, workEnd } from "../agent-text";
import { strings } from "./strings";
import { strings as contentStrings } from "../../content/strings";
import { strings as partStrings } from "../parts/strings";
import { status } from "../tool-text";
import { backgroundKind } from "../background-text";
import { strings as pictureStrings } from "../pictures/strings";
import { isDescribed, verb } from "../tools";
import { safeInline, safeMarkdown } from "./safe-markdown";

/** The text of a row, complete if the body contains more of it. */
export function rowText(row: Row, body: Body): string {
  const whole = (body.parts ?? []).find(
    (part) => part.chip === 0 && (part.kind === "markdown" || part.kind === "text"),
  );
  return isCut(row) && whole !== undefined ? whole.text : textOf(row);
}

/** By how many levels headings are lowered where speakers have headings of the second level. */
const LOWER = 2;

/**
 * Returns a row and its body; paths are relative to the session's own folder. `isPart` is set if rows of other speakers
 * follow, so that a heading in the text cannot pass for theirs.
 */
export async function rowMarkdown(row: Row, body: Body, project: string, isPart = false): Promise<string> {
  const lower = isPart || row.kind === "prompt" ? LOWER : 0;
  const recorded = rowText(row, body).trim();
  const text = safeMarkdown(recorded, lower);
  const others = (isCut(row) ? [] : (body.parts ?? [])).filter(
    (part) => part.chip === 0 && part.kind !== "markdown" && part.kind !== "text",
  );
  switch (row.kind) {
    case "prompt":
      return joined([
        `## ${rowStrings.flavor[row.flavor] || rowStrings.you}`,
        text,
        chipLabels(row),
        ...(await parts(others, lower)),
      ]);
    case "text":
      return joined([text, ...(await parts(others, lower))]);
    case "thinking":
      return quote(joined([`**${rowStrings.thinking}**`, text === "" ? rowStrings.noThinking : text]));
    case "compaction":
    case "summary":
      return joined([
        "---",
        `**${row.kind === "summary" ? rowStrings.summary : rowStrings.compactedBy(row.compacted.trigger)}**`,
        quote(text),
      ]);
    case "tool":
      return joined([
        row.run === null ? callLine(row.tool, project) : agentLine(row.tool, row.run),
        ...(await parts(body.parts ?? [], lower)),
      ]);
    case "series":
    case "background-fold":
      return `**${safeInline(spokenName(row))}**`;
    case "background":
      return joined(await parts(body.parts ?? [], lower));
    case "output":
      return joined([fence(plain(recorded), "")]);
    default: {
      const kind = row.kind === "note" ? noteLabel(row) : rowStrings.kind[row.kind];
      const shownText = row.kind === "note" && row.name === "permission-mode" ? permissionMode(recorded) : text;
      return joined([
        kind === "" ? shownText : `**${safeInline(kind)}** ${shownText}`.trim(),
        ...(await parts(others, lower)),
      ]);
    }
  }
}

/** Returns the names of the attachments of a prompt, without those that were added automatically. */
function chipLabels({ chips }: PromptRow): string {
  const shownChips = (chips ?? []).filter(({ kind }) => kind !== "reminder" && kind !== "instructions");
  return shownChips.map(({ kind, label }) => `- ${promptStrings.chip[kind]} ${code(label)}`).join("\n");
}

/** Reports whether copies omit a row: background records without failures, and unrecorded thinking. */
export function isLeftOut(row: Row): boolean {
  if (row.kind === "background-fold") return true;
  return (row.kind === "background" && row.fold.failed === 0) || (row.kind === "thinking" && row.text === "");
}

/** Returns the heading with the speaker, which applies from a row on; prompts have their own. */
export function speaker(row: Row): string {
  return row.by === "claude"
    ? `## ${rowStrings.claude}`
    : row.by === "agent"
      ? `## ${safeInline(agentName(row.speaker))}`
      : "";
}

const PAGE = 200; // rows at a time
const MAX_ROWS = 5_000;
const MAX = 2_000_000; // characters

/** The source of rows and bodies. */
interface RowSource {
  readonly api: Pick<ParserApi, "query">;
  readonly session: number;
}

/** Reports whether a row is the next prompt, or, after an event, the next prompt or event. */
function begins(row: Row, after: Row): boolean {
  return row.kind === "prompt" && (row.opens || (isEvent(after) && isEvent(row) && row.turn !== after.turn));
}

function isEvent(row: Row): boolean {
  return row.kind === "prompt" && row.event !== "";
}

/** Returns a prompt with all that follows it, or an event with its reply, without the conversations of its agents. */
export async function turnMarkdown(conversation: RowSource, prompt: Row, project: string): Promise<string> {
  const { api, session } = conversation;
  const first = await api.query("find", { session, address: prompt.key });
  if (first === null) return `*${strings.cut}*`;
  const out: string[] = [];
  let size = 0;
  for (let from = first; from < first + MAX_ROWS; from += PAGE) {
    const { rows, total } = await api.query("rows", { session, from, count: PAGE });
    for (const [at, row] of (rows ?? []).entries()) {
      if (row.depth > prompt.depth) continue;
      if (from + at > first && (row.depth < prompt.depth || row.kind === "end" || begins(row, prompt)))
        return out.join("\n\n");
      if (isLeftOut(row)) continue;
      const one = joined([
        speaker(row),
        await rowMarkdown(row, await api.query("body", { session, key: row.key }), project, true),
      ]);
      size += one.length;
      if (size > MAX) return [...out, `*${strings.cut}*`].join("\n\n");
      if (one !== "") out.push(one);
    }
    if (from + PAGE >= total) return out.join("\n\n");
  }
  return [...out, `*${strings.cut}*`].join("\n\n");
}

/** Returns a call and its outcome on one line. */
function callLine(call: Tool, project: string): string {
  const target = call.target.split("\n", 1)[0] ?? "";
  const label = isDescribed(call) ? call.note : verb(call); // as on the line
  const changed =
    call.added !== null || call.removed !== null
      ? `${rowStrings.added(call.added ?? 0)} ${rowStrings.removed(call.removed ?? 0)}`
      : "";
  const end = [
    call.status === "ok"
      ? changed
      : call.status === "error"
        ? call.exit
          ? contentStrings.exit(call.exit)
          : rowStrings.outcome.failed
        : rowStrings.outcome[call.status],
    duration(call.duration),
  ].filter((word) => word !== "");
  return [`**${safeInline(label)}**`, target === "" ? "" : code(relativePath(target, project)), aside(end)]
    .filter((word) => word !== "")
    .join(" ");
}

function agentLine(tool: Tool, run: AgentRun): string {
  const title = run.title || tool.target;
  const facts = [
    workEnd(run.state, ""),
    run.calls ? rowStrings.calls(run.calls) : "",
    run.tokens > 0 ? rowStrings.tokensInAll(tokens(run.tokens)) : "",
    duration(run.after ?? run.duration),
  ].filter((fact) => fact !== "");
  const name = run.kind === "workflow" ? rowStrings.workflow : agentName(run.name || run.type);
  return `**${safeInline(name)}** ${safeInline(title)} ${aside(facts)}`.trim();
}

/** Encloses figures in brackets, with ordinary spaces. */
function aside(facts: readonly string[]): string {
  return facts.length === 0 ? "" : `(${facts.join(", ")})`.replaceAll("\u00a0", " ");
}

async function parts(list: readonly Part[], lower: number): Promise<readonly string[]> {
  return Promise.all(list.map((one) => part(one, lower)));
}

async function part(one: Part, lower: number): Promise<string> {
  const label = one.role === "" ? "" : partStrings.role[one.role];
  return joined([
    label === "" || one.kind === "terminal" || one.kind === "diff" || one.kind === "code" ? "" : `**${label}**`,
    await content(one, lower),
    one.cut && one.size > 0 ? `*${partStrings.truncated(bytes(one.size))}*` : "",
  ]);
}

async function content(one: Part, lower: number): Promise<string> {
  const list = one.fields ?? [];
  switch (one.kind) {
    case "markdown":
      return one.role === "" ? safeMarkdown(one.text, lower) : quote(safeMarkdown(one.text, lower));
    case "text":
      return fence(one.text, "");
    case "code":
      return fence(one.text, languageOfFile(one.name).grammar);
    case "json":
      return fence(one.text, "json");
    case "terminal":
      return fence(
        joined([one.command === "" ? "" : `$ ${one.command}`, plain(one.text), plain(one.stderr)], "\n"),
        "console",
      );
    case "diff":
      return fence(await diff(one), "diff");
    case "todos":
      return list
        .map(({ name, value }) => {
          const isDone = value === "completed";
          const state = isDone || value === "pending" ? "" : ` (${status(value)})`;
          return `- [${isDone ? "x" : " "}] ${safeInline(name)}${state}`;
        })
        .join("\n");
    case "questions":
      return joined((one.questions ?? []).map(question));
    case "matches":
      return fence(one.text, "");
    case "links":
      return list.map(({ name, value }) => `- ${link(name || value, value)}`).join("\n");
    case "fields":
    case "files":
      return list.map(({ name, value }) => field(name, value)).join("\n");
    case "attempts":
      return (one.attempts ?? [])
        .map(({ number, most, status, text }) => {
          const why = text === "" ? partStrings.noMessage : errorText(text);
          return `- ${partStrings.retryNumber(number, most)}${status > 0 ? ` ${status}` : ""} ${safeInline(why)}`;
        })
        .join("\n");
    case "items":
      return (one.items ?? [])
        .map(({ name, label, text }) => {
          const head = safeInline(label === "" ? backgroundKind(name) : `${backgroundKind(name)} ${label}`);
          return text === "" ? `- ${head}` : `- ${head}\n${indented(fence(text, ""))}`;
        })
        .join("\n");
    case "media":
      return `[${one.name.startsWith("image/") ? rowStrings.image : pictureStrings.document}: ${safeInline(one.name)}, ${bytes(one.size)}]`;
    case "spilled":
      return `*${partStrings.spilledMissing(safeInline(one.name), one.size > 0 ? bytes(one.size) : "")}*`;
  }
}

/** Returns questions with their options; chosen ones are ticked. */
function question({ text, options, other, note, answered }: Question): string {
  const offered = (options ?? []).map(({ label, chosen }) => `- [${chosen ? "x" : " "}] ${safeInline(label)}`);
  const own = other === "" ? [] : [`- [x] ${safeInline(other)}`];
  return joined([
    `**${safeInline(text)}**`,
    [...offered, ...own].join("\n"),
    note === "" ? "" : quote(safeMarkdown(note, LOWER)),
    answered ? "" : `*${partStrings.noAnswer}*`,
  ]);
}

/** Returns a link to a page; other addresses are text. */
function link(name: string, url: string): string {
  const label = safeInline(name.replace(/[[\]\\]/g, "\\$&"));
  if (!/^https?:\/\//i.test(url)) return `${label} ${code(url)}`;
  return `[${label}](<${url.trim().replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

function field(name: string, value: string): string {
  if (value.includes("\n")) return `- ${code(name)}\n${indented(fence(value, ""))}`;
  return value === "" ? `- ${code(name)}` : `- ${name}: ${code(value)}`;
}

async function diff(one: Part): Promise<string> {
  const hunks = one.hunks ?? computeHunks(one.old, one.new);
  const file = one.name === "" ? [] : [`--- ${one.name}`, `+++ ${one.name}`];
  if (hunks === null)
    return [
      ...file,
      ...one.old.split("\n").map((line) => `-${line}`),
      ...one.new.split("\n").map((line) => `+${line}`),
    ].join("\n");
  const changed = hunks.flatMap(({ oldStart, newStart, lines }) => {
    const all = lines ?? [];
    const before = all.filter((line) => !line.startsWith("+") && !line.startsWith("\\")).length;
    const after = all.filter((line) => !line.startsWith("-") && !line.startsWith("\\")).length;
    return [`@@ -${oldStart},${before} +${newStart},${after} @@`, ...all];
  });
  return [...file, ...changed].join("\n");
}

/** Returns the final text of a terminal, without colors and overwritten lines. */
function plain(text: string): string {
  return readTerminal(text)
    .lines.map(({ runs }) => runs.map((run) => run.text).join(""))
    .join("\n");
}

/** Returns a fence that nothing inside closes. */
function fence(text: string, language: string): string {
  if (text === "") return "";
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, "")}\n${marks}`;
}

function code(source: string): string {
  const text = source.replace(/\s+/gu, " ");
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const marks = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  return `${marks}${room}${text}${room}${marks}`;
}

function quote(text: string): string {
  return text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => (line === "" ? ">" : `> ${line}`))
        .join("\n");
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

function joined(pieces: readonly string[], between = "\n\n"): string {
  return pieces.filter((piece) => piece !== "").join(between);
}
