import { type TemplateResult, css, html, nothing } from "lit";
import type { IconName } from "../element/icon";
import { bytes } from "../element/format";
import { errorWords, noteKind, permissionMode, words } from "../words";
import type { Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { line } from "./line";
import { marked } from "./marked";
import { who } from "./who";

interface Face {
  readonly icon: IconName;
  readonly tone: "bad" | "faint" | "usual";
  readonly fallback: string;
}

const faces: Readonly<Partial<Record<Row["kind"], Face>>> = {
  interrupt: { icon: "hand", tone: "bad", fallback: words.row.interrupt },
  error: { icon: "alert", tone: "bad", fallback: words.role.error },
  note: { icon: "info", tone: "faint", fallback: "" },
  output: { icon: "child", tone: "usual", fallback: words.role.output },
  image: { icon: "image", tone: "faint", fallback: words.row.image },
  damaged: { icon: "alert", tone: "bad", fallback: "" },
  gap: { icon: "alert", tone: "bad", fallback: "" },
};
const other: Face = { icon: "unknown", tone: "faint", fallback: words.row.unknown };

/** An interruption, an error, a note, the output of a command, or something of an unknown kind: one line that opens. */
export function notice(row: Row, context: RowContext): TemplateResult {
  const face = faces[row.kind] ?? other;
  const text = said(row) || (row.kind === "interrupt" ? "" : face.fallback);
  const [first = "", ...rest] = (row.name === "permission-mode" ? permissionMode(text) : text).split("\n");
  const label = kind(row, face);
  return html`<div class="notice">
    ${who(row)}
    ${line({
      icon: row.flavor === "warning" ? "alert" : face.icon,
      tone: face.tone,
      open: context.conversation.isOpen(row),
      toggle: () => context.toggle(row),
      content: html`${label === "" ? nothing : html`<span class="kind">${label}</span> `}${marked(errorWords(first))}${rest.length > 0 ? " …" : nothing}`,
      end: end(row),
      body: () => body(row.key, context, true),
    })}
  </div>`;
}

/** What stands before the words. */
function kind(row: Row, face: Face): string {
  switch (row.kind) {
    case "interrupt":
      return row.flavor === "shutdown" ? words.row.shutdown : face.fallback;
    case "unknown":
      return face.fallback;
    case "note":
      return noteLabel(row);
    case "output":
      return row.chips?.[0]?.label ?? ""; // the command, where no row says it
    default:
      return "";
  }
}

/** What a note is called, unless its own words begin with that. */
function noteLabel(row: Row): string {
  const label = words.flavor[row.flavor] || noteKind(row.name);
  return row.text.toLowerCase().startsWith(label.toLowerCase()) ? "" : label;
}

function said(row: Row): string {
  if (row.kind === "damaged") return words.row.damaged(bytes(row.size));
  if (row.kind === "gap") return words.row.gap(row.fold?.count ?? 0, row.text, bytes(row.size));
  return row.text;
}

function end(row: Row): string | undefined {
  if (row.kind === "error" && row.fold !== null) return words.row.attempts(row.fold.count);
  return row.size > 1000 && row.kind !== "damaged" && row.kind !== "gap" ? bytes(row.size) : undefined;
}

export const noticeStyles = css`
  .notice .content {
    overflow-wrap: anywhere;
  }
  unspool-row[data-kind="interrupt"] .notice .content,
  unspool-row[data-kind="error"] .notice .content {
    color: var(--u-bad);
  }
  unspool-row[data-kind="interrupt"] .notice .kind,
  unspool-row[data-kind="error"] .notice .content {
    font-weight: 500;
  }
  unspool-row[data-kind="output"] .notice .content {
    font-family: var(--u-mono);
    font-size: 0.92em;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  unspool-row[data-kind="note"] .notice .kind {
    color: var(--u-ink-2);
  }
  unspool-row[data-kind="unknown"] .notice .kind {
    color: var(--u-ink-3);
  }
`;
