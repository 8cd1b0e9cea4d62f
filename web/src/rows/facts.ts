import { strings } from "./strings";
import { agentName } from "./agent-text";
import { linkText } from "./link";
import { noteLabel } from "./note-text";
import { isBad, verb } from "./tools";
import { seriesName } from "./series";
import { speakerOf } from "./shared/speaker";
import type { AgentRun, Row } from "../parser/model";

// Facts about rows that the list needs without rendering them.

/** Reports whether a row is unrecorded thinking in the middle of a reply. */
export function isUnsaid(row: Row): boolean {
  return row.kind === "thinking" && row.text === "" && row.by === "";
}

export function isWork(row: Row | undefined): boolean {
  return row !== undefined && (row.kind === "tool" || row.kind === "series" || isUnsaid(row));
}

export function continues(row: Row | undefined): boolean {
  return row?.by === "" && isWork(row);
}

function runName(run: AgentRun): string {
  switch (run.kind) {
    case "internal":
      return strings.kind.internal;
    case "workflow":
      return `${strings.workflow} ${run.title}`;
    case "agent":
      return `${agentName(run.name || run.type)} ${run.title.slice(0, 80)}`;
  }
}

/** Returns the label of a row for screen readers. */
export function spokenName(row: Row): string {
  // Text in the middle of a reply belongs to its author.
  const by = row.by !== "" || row.kind !== "text" ? row.by : row.depth > 0 ? "agent" : "claude";
  const who = speakerOf(row, by);
  const what = labelOf(row);
  const prompt = row.opens && row.prompt > 0 ? strings.promptNumber(row.prompt) : "";
  const failed = row.kind === "tool" && isBad(row.tool) ? strings.outcome.failed : "";
  return [prompt, who, what, failed].filter((word) => word !== "").join(", ");
}

function labelOf(row: Row): string {
  switch (row.kind) {
    case "tool":
      return row.run === null ? `${verb(row.tool)} ${row.tool.target.slice(0, 80)}` : runName(row.run);
    case "internal":
      return runName(row.run);
    case "end":
      return strings.agentEnd(row.name && agentName(row.name));
    case "series":
      return seriesName(row.series);
    case "background-fold":
      return strings.backgroundRecords(row.fold.count);
    case "link":
    case "copied":
      return linkText(row.link);
    case "attempts":
      return strings.attempts(row.fold.count);
    case "note":
      return noteLabel(row);
    default:
      return strings.kind[row.kind];
  }
}
