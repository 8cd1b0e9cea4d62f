import { duration } from "../element/format";
import type { Body, Part, Row, Tool } from "../worker/model";
import { machineryWords, verb, words } from "../words";

/** A row as plain text: who begins to speak, then what the row says in the conversation. */
export function rowText(row: Row): string {
  const who = row.by === "you" ? words.flavor[row.flavor] || words.you : row.by === "agent" ? words.agent : row.by === "claude" ? words.claude : "";
  return [who, said(row)].filter((one) => one !== "").join("\n");
}

function said(row: Row): string {
  if (row.run !== null) return [row.run.type || words.agent, row.run.title || (row.tool?.target ?? "")].filter((one) => one !== "").join(" ");
  if (row.tool !== null) return toolText(row.tool);
  if (row.from !== null && row.from.length > 0) return row.from.map(({ name, summary, text }) => `${name}: ${text || summary}`).join("\n");
  const folded = machineryWords(row.fold?.kinds ?? []);
  const chips = (row.chips ?? []).map(({ kind, label }) => `[${words.chip[kind]} ${label}]`);
  const spoken = row.kind === "prompt" || row.kind === "text" ? "" : words.kind[row.kind];
  return [[spoken, row.text || folded].filter((one) => one !== "").join(": "), ...chips].filter((one) => one !== "").join("\n");
}

function toolText(call: Tool): string {
  const outcome =
    call.status === "ok" ? "" : call.status === "error" ? (call.exit > 0 ? words.outcome.exit(call.exit) : words.outcome.failed) : words.outcome[call.status];
  const how = [outcome, call.error, call.duration > 0 ? duration(call.duration) : ""].filter((one) => one !== "").join(", ");
  return `${[verb(call), call.target].filter((one) => one !== "").join(" ")}${how === "" ? "" : ` (${how})`}`;
}

/** What a row opens to, as plain text. */
export function bodyText(body: Body): string {
  return (body.parts ?? []).map(partText).filter((one) => one !== "").join("\n");
}

function partText(part: Part): string {
  const lines = [
    part.name,
    part.command === "" ? "" : `$ ${part.command}`,
    part.text,
    part.stderr,
    ...(part.hunks ?? []).flatMap((hunk) => hunk.lines ?? []),
    ...((part.hunks ?? []).length > 0 ? [] : [part.old, part.new]),
    ...(part.fields ?? []).map(({ name, value }) => (value === "" ? name : `${name}: ${value}`)),
    ...(part.items ?? []).map(({ label, text }) => [label, text].filter((one) => one !== "").join(" ")),
  ];
  return lines.filter((one) => one !== "").join("\n");
}
