import { type TemplateResult, css, html, nothing } from "lit";
import type { IconName } from "../ui/icon";
import { bytes, model } from "../session/format";
import { strings } from "./strings";
import { errorText, noteLabel, permissionMode } from "./note-text";
import type { RowOf } from "../parser/rows";
import { body } from "./shared/body";
import type { RowContext } from "./context";
import { line } from "./shared/line";
import { markInvisible } from "../content/visible-text";
import { who } from "./shared/speaker";

interface Face {
  readonly icon: IconName;
  readonly tone: "bad" | "faint" | "usual";
  readonly fallback: string;
}

type NoticeRow = RowOf<"interrupt" | "error" | "note" | "output" | "image" | "damaged" | "unknown">;

const faces: Readonly<Record<NoticeRow["kind"], Face>> = {
  interrupt: { icon: "hand", tone: "bad", fallback: strings.interrupt },
  error: { icon: "alert", tone: "bad", fallback: strings.kind.error },
  note: { icon: "info", tone: "faint", fallback: "" },
  output: { icon: "child", tone: "usual", fallback: strings.kind.output },
  image: { icon: "image", tone: "faint", fallback: strings.image },
  damaged: { icon: "alert", tone: "bad", fallback: "" },
  unknown: { icon: "unknown", tone: "faint", fallback: strings.unknown },
};
/** Escape sequences of colors; the open row shows them. */
const styling = /\u001b\[[\d;]*m/g;

/** An interruption, an error, a note, the output of a command, or something of an unknown kind: one line that opens. */
export function notice(row: NoticeRow, context: RowContext): TemplateResult {
  const face = faces[row.kind];
  // Hook messages often begin with blank lines.
  const [first = "", ...detail] = (messageOf(row).trim() || (row.kind === "interrupt" ? "" : face.fallback)).split(
    "\n",
  );
  const label = kind(row, face);
  return html`<div class="notice">
    ${who(row, context)}
    ${line({
      icon: row.kind === "note" && row.flavor === "warning" ? "alert" : face.icon,
      tone: isExpected(row) ? "faint" : face.tone,
      open: context.conversation.isOpen(row),
      toggle: () => context.toggle(row),
      content: html`${
        label === "" ? nothing : html`<span class="kind">${label}</span> `
      }${markInvisible(errorText(first))}${detail.length > 0 ? " …" : nothing}`,
      end: end(row),
      body: () => body(row.key, context, true),
    })}
  </div>`;
}

/** Reports whether a fault is normal: a retry that succeeded, or a record that is still being written. */
function isExpected(row: NoticeRow): boolean {
  return row.kind === "damaged" ? row.code === "unfinished-line" : row.kind === "error" && row.retry.ended === "on";
}

/** Returns the label before the text. */
function kind(row: NoticeRow, face: Face): string {
  switch (row.kind) {
    case "interrupt":
      return row.flavor === "shutdown" ? strings.shutdown : face.fallback;
    case "unknown":
      return face.fallback;
    case "note": {
      const name = noteLabel(row);
      return name === "" || row.text.trim() === "" ? name : `${name}:`;
    }
    case "error":
      return row.retry.attempts > 1 || row.retry.ended !== ""
        ? strings.retryTitle(row.retry.status || apiError(row.text).status)
        : "";
    case "output":
      return row.chips?.[0]?.label ?? ""; // the command, if no other row shows it
    default:
      return "";
  }
}

function messageOf(row: NoticeRow): string {
  switch (row.kind) {
    case "damaged":
      return strings.damaged[row.code](bytes(row.size));
    case "output":
      return row.text.replace(styling, "");
    case "error":
      return apiError(row.text).text;
    case "note":
      if (row.flavor === "fallback") return models(row.text);
      return row.name === "permission-mode" ? permissionMode(row.text) : row.text;
    case "unknown":
      return row.text;
    case "interrupt":
    case "image":
      return "";
  }
}

/**
 * Returns the status and the text of an error as recorded by Claude Code, such as `API Error: 529
 * {"error":{"message":"Overloaded"}}`.
 */
function apiError(text: string): { readonly status: number; readonly text: string } {
  const [, status = "", detail = ""] = /^API Error:? ?(\d{3}\b)?\s*(.*)$/s.exec(text) ?? [];
  const [, quoted] = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(detail) ?? [];
  return { status: Number(status), text: (quoted === undefined ? detail : unquoted(quoted)) || text };
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Returns "opus 4.5 → sonnet 4.5" for the models' IDs; the IDs themselves if the short names are equal. */
function models(text: string): string {
  const ids = text.split(" → ");
  const names = ids.map(model);
  return new Set(names).size < ids.length ? text : names.join(" → ");
}

function end(row: NoticeRow): string | undefined {
  if (row.kind === "error") {
    const { attempts, ended } = row.retry;
    return [attempts > 1 ? strings.tries(attempts) : "", attempts > 0 ? strings.retryEnded[ended] : ""]
      .filter((part) => part !== "")
      .join(" · ");
  }
  return "text" in row && row.size > 1000 ? bytes(row.size) : undefined;
}

export const noticeStyles = css`
  .notice .content {
    overflow-wrap: anywhere;
  }
  .notice .bad .content {
    color: var(--u-bad);
  }
  unspool-row[data-kind="interrupt"] .notice .kind,
  unspool-row[data-kind="error"] .notice .bad .content {
    font-weight: 500;
  }
  .notice .faint .kind {
    color: var(--u-ink-2);
    font-weight: 500;
  }
  /* A long note is one line until it is opened. */
  unspool-row[data-kind="note"] .notice .row-button:not([aria-expanded="true"]) .content {
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  unspool-row[data-kind="output"] .notice .content {
    font-family: var(--u-mono);
    font-size: 0.92em;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  unspool-row[data-kind="unknown"] .notice .kind {
    color: var(--u-ink-3);
  }
`;
