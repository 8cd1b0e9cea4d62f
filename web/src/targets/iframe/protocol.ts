// The messages between embed.html and its parent page. docs/embedding-iframe.md is their reference, and frame_test.go
// tests it.

import type { FailureCode, Source } from "../../parser/protocol";
import type { SearchHit } from "../../parser/search";
import { type Settings, isUuid, readSettings } from "./settings";

/** The version of the messages, sent in each as `unspool`. */
export const version = 1;

/** The parent page's ID of a request, which the reply repeats. */
export type Id = string | number;

/** A request from the parent page. */
export type Request =
  | { readonly type: "ping" }
  // Files, or addresses as in `src`.
  | { readonly type: "load"; readonly from: readonly Source[] | string; readonly title: string }
  | { readonly type: "set"; readonly settings: Settings; readonly title: string | undefined }
  | { readonly type: "goTo"; readonly uuid: string }
  | { readonly type: "search"; readonly text: string };

/** A message from the parent page, with every field checked and copied. */
export type Message =
  | { readonly kind: "request"; readonly id: Id | undefined; readonly request: Request }
  // A request with an invalid field.
  | { readonly kind: "wrong"; readonly id: Id | undefined; readonly field: string }
  | { readonly kind: "other" }; // not for this page

/** A session, for a parent page that could read it anyway. */
export interface SessionFacts {
  readonly id: string;
  readonly title: string;
  readonly start: number; // ms since 1970, 0 when unknown
  readonly end: number;
  readonly turns: number;
  readonly calls: number; // of tools
  readonly agents: number;
}

/** The reason for a failure. */
export type Refusal =
  | FailureCode // it could not be read
  | "version" // the fragment of the address is of another version
  | "message" // a field of the request is invalid; `detail` names it
  | "busy" // too many requests at once
  | "replaced" // something else was loaded meanwhile
  | "private"; // the parent page may not know

/** A message from this page. */
export type Answer =
  | { readonly type: "hello" | "pong"; readonly versions: readonly number[] }
  | { readonly type: "progress"; readonly share: number } // of the bytes, in tenths from 0 to 1
  | { readonly type: "ready"; readonly count: number; readonly sessions?: readonly SessionFacts[] }
  | { readonly type: "error"; readonly code: Refusal; readonly detail: string }
  | {
      readonly type: "select";
      readonly uuid?: string;
      readonly turn: number;
      readonly prompt: number;
      readonly kind: string;
    }
  | { readonly type: "height"; readonly height: number } // in CSS pixels
  | { readonly type: "reply"; readonly found?: boolean; readonly hits?: readonly SearchHit[]; readonly more?: boolean };

const MAX_FILES = 20_000;
const MAX_LENGTH = { id: 100, path: 1_000, text: 1_000, title: 200, url: 8_000 } as const;

/** Parses a message of any kind from anyone. Never throws. */
export function readMessage(data: unknown): Message {
  if (!isRecord(data) || typeof data.type !== "string") return { kind: "other" };
  const { id: name } = data;
  const id = isText(name, MAX_LENGTH.id) || (typeof name === "number" && Number.isFinite(name)) ? name : undefined;
  if (data.type === "ping" && typeof data.unspool === "number")
    return { kind: "request", id, request: { type: "ping" } }; // the reply lists the supported versions
  if (data.unspool !== version) return { kind: "other" };
  const read = readers.get(data.type);
  if (read === undefined) return { kind: "other" };
  const request = read(data);
  return typeof request === "string" ? { kind: "wrong", id, field: request } : { kind: "request", id, request };
}

/** Parsers for each request, which return the name of an invalid field on failure. */
const readers: ReadonlyMap<string, (data: Fields) => Request | string> = new Map([
  ["load", readLoad],
  ["set", readSet],
  ["goTo", ({ uuid }) => (typeof uuid === "string" && isUuid(uuid) ? { type: "goTo", uuid } : "uuid")],
  ["search", ({ text }) => (isText(text, MAX_LENGTH.text) ? { type: "search", text } : "text")],
]);

function readLoad(data: Fields): Request | string {
  const { title = "" } = data;
  if (typeof title !== "string") return "title";
  const [field, second] = (["bytes", "file", "files", "url"] as const).filter((one) => data[one] !== undefined);
  if (field === undefined || second !== undefined) return second ?? "bytes"; // exactly one of them is required
  const value = data[field];
  const from = field === "url" ? readURL(value) : field === "files" ? readFiles(value) : readFile(value, data.name);
  return from === undefined ? field : { type: "load", from, title: title.slice(0, MAX_LENGTH.title) };
}

function readSet(data: Fields): Request | string {
  const { title } = data;
  if (title !== undefined && typeof title !== "string") return "title";
  const settings = readSettings((name) => data[name]);
  return typeof settings === "string" ? settings : { type: "set", settings, title: title?.slice(0, MAX_LENGTH.title) };
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= longest;
}

function readURL(value: unknown): string | undefined {
  return isText(value, MAX_LENGTH.url) ? value : undefined;
}

function readFile(value: unknown, name: unknown): readonly Source[] | undefined {
  const path = name ?? (value instanceof File && value.name !== "" ? value.name : "session.jsonl");
  const source = readSource(path, value);
  return source && [source];
}

function readFiles(value: unknown): readonly Source[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_FILES) return undefined;
  const sources: Source[] = [];
  for (const file of value as readonly unknown[]) {
    const source = isRecord(file) ? readSource(file.path, file.bytes) : undefined;
    if (source === undefined) return undefined;
    sources.push(source);
  }
  return sources;
}

function readSource(path: unknown, bytes: unknown): Source | undefined {
  if (!isText(path, MAX_LENGTH.path)) return undefined;
  if (bytes instanceof Blob) return { path, blob: bytes };
  if (!(bytes instanceof ArrayBuffer) && !ArrayBuffer.isView(bytes)) return undefined;
  try {
    return { path, blob: new Blob([bytes as BlobPart]) };
  } catch {
    return undefined; // a transferred or resizable buffer
  }
}
