import { type TemplateResult, css, html, nothing } from "lit";
import { CircleDot } from "lucide";
import { baseName, relativePath } from "../../session/format";
import { draw, icon } from "../../ui/icon";
import { safeLink } from "../../content/dom";
import { fieldText, fieldName, strings } from "./strings";
import { todo, status } from "../tool-text";
import { layOut } from "./json";
import type { Field } from "../../parser/model";
import { markInvisible, stripInvisible } from "../../content/visible-text";

/** Arguments as a small table. */
export function fields(list: readonly Field[]): TemplateResult {
  return html`<dl class="fields">
    ${list.map(({ name, value, note }) => {
      const label = value === "true" ? fieldText(name) : "";
      const aside = note === "" ? nothing : html` <span class="beside">${markInvisible(note)}</span>`;
      return label !== ""
        ? html`<div><dt class="sentence">${label}</dt></div>`
        : html`<div>
            <dt>${markInvisible(fieldName(name))}</dt>
            <dd dir="auto" data-form=${form(value)}>${datum(value)}${aside}</dd>
          </div>`;
    })}
  </dl>`;
}

type FieldForm = "link" | "tree" | "words" | "code";

/** Determines the style of a value: names and numbers are code, sentences are prose. */
function form(value: string): FieldForm {
  if (/^https?:\/\/\S+$/i.test(value)) return "link";
  if (isTree(value)) return "tree";
  return /^[^\n]*\p{L}[ ,.][^\n]*\p{L} [^\n]*$/u.test(value.slice(0, 300)) && !/[{}<>;=|]/.test(value.slice(0, 300))
    ? "words"
    : "code";
}

function isTree(value: string): boolean {
  if (!/^[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function datum(value: string): unknown {
  switch (form(value)) {
    case "link":
      return safeLink(value, markInvisible(value));
    case "tree":
      return markInvisible(layOut(value));
    default:
      return markInvisible(value);
  }
}

/** File names, each before its folder. */
export function files(list: readonly Field[], project: string): TemplateResult {
  return html`<ul class="files">
    ${list.map(({ name, value, note }) => {
      const path = relativePath(name, project);
      const base = baseName(path);
      return html`<li title=${stripInvisible(name)}>
        <bdi class="path"
          ><span class="folder">${markInvisible(path.slice(0, path.length - base.length))}</span
          >${markInvisible(base)}</bdi
        >
        ${value === "" ? nothing : html`<span class="beside">${markInvisible(value)}</span>`}
        ${note === "" ? nothing : html`<span class="beside">${markInvisible(note)}</span>`}
      </li>`;
    })}
  </ul>`;
}

/** Pages, names of tools, and resources of an MCP server with their addresses. */
export function links(list: readonly Field[]): TemplateResult {
  return html`<ul class="links">
    ${list.map(({ name, value, note }) => {
      const isPage = /^https?:/i.test(value);
      const parts = isPage ? [note] : name === "" ? [note] : [value, note];
      const remark = parts.filter((part) => part !== "").join(" · ");
      return html`<li>
        ${isPage ? safeLink(value, markInvisible(name || value)) : html`<span class="mono">${markInvisible(name || value)}</span>`}${
          remark === "" ? nothing : html` <span class="beside">${markInvisible(remark)}</span>`
        }
      </li>`;
    })}
  </ul>`;
}

interface TodoState {
  readonly name: string;
  readonly label: string;
  icon(): SVGSVGElement;
}
const states: Readonly<Record<string, TodoState>> = {
  completed: { name: "done", label: todo.completed, icon: () => icon("done") },
  in_progress: { name: "active", label: todo.in_progress, icon: () => draw(CircleDot, "active") },
  deleted: { name: "close", label: todo.deleted, icon: () => icon("close") },
};
const pending: TodoState = { name: "open", label: todo.pending, icon: () => icon("open") };

/** A checklist. */
export function todos(list: readonly Field[]): TemplateResult {
  return html`<ul class="todos">
    ${list.map(({ name, value, note, after }) => {
      const state = Object.hasOwn(states, value) ? (states[value] ?? pending) : pending;
      const number = /^#\d+(?=\s|$)/.exec(name)?.[0] ?? "";
      return html`<li data-state=${state.name}>
        <span role="img" aria-label=${state.label}>${state.icon()}</span>
        <span dir="auto"
          >${number === "" ? nothing : html`<span class="number">${number}</span> `}<span class="what"
            >${markInvisible(name.slice(number.length).trim())}</span
          >${note === "" ? nothing : html` <span class="beside">${markInvisible(withNote(note))}</span>`}${
            after === "" ? nothing : html` <span class="beside">${markInvisible(strings.after(after))}</span>`
          }</span
        >
      </li>`;
    })}
  </ul>`;
}

/** Returns the note on an item: its former state, that it is new, or its owner. */
function withNote(note: string): string {
  if (note === "new") return strings.newItem;
  return Object.hasOwn(todo, note) ? strings.was(status(note)) : note;
}

export const fieldStyles = css`
  :is(.fields, .files, .links, .todos) {
    font: var(--u-size-m) / calc(var(--u-row) * 1.1) var(--u-font);
    overflow-wrap: anywhere;
  }
  .fields {
    display: grid;
    grid-template-columns: fit-content(220px) minmax(0, 1fr);
    column-gap: var(--u-4);
  }
  .fields > div {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
  }
  .fields dt {
    min-width: 96px;
    color: var(--u-ink-3);
  }
  .fields .sentence {
    grid-column: 1 / -1;
  }
  .fields dd {
    max-height: 300px;
    overflow: auto;
    font-family: var(--u-mono);
    font-size: var(--u-size-s);
    white-space: pre-wrap;
  }
  .fields [data-form="words"] {
    font-family: inherit;
    font-size: inherit;
  }
  .files {
    font-family: var(--u-mono);
    font-size: var(--u-size-s);
    max-height: 400px;
    overflow: auto;
  }
  .files .folder,
  .beside {
    color: var(--u-ink-3);
  }
  .links {
    line-height: calc(var(--u-row) * 1.2); /* large enough to touch */
  }
  :is(.files, .links) .beside {
    margin-inline-start: var(--u-1);
  }
  .links .mono {
    font-family: var(--u-mono);
    font-size: var(--u-size-s);
  }
  :is(.fields, .links) a[href] {
    color: var(--u-accent);
    text-underline-offset: 3px;
  }
  .todos li {
    display: grid;
    grid-template-columns: var(--u-icon) minmax(0, 1fr);
    gap: var(--u-2);
  }
  .todos .icon {
    width: 14px;
    height: 14px;
    margin-top: 4px;
    color: var(--u-ink-3);
  }
  .todos [data-state="done"] {
    color: var(--u-ink-3);
  }
  .todos .number {
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .todos .beside {
    font-size: var(--u-size-s);
    font-weight: 400;
  }
  .todos .beside::before {
    content: "· ";
  }
  .todos [data-state="close"] .what {
    color: var(--u-ink-3);
    text-decoration: line-through;
  }
  .todos [data-state="active"] {
    color: var(--u-ink);
    font-weight: var(--u-medium);
  }
  .todos [data-state="active"] .icon {
    color: var(--u-accent);
  }
  @container conversation (max-width: 560px) {
    .fields {
      grid-template-columns: fit-content(38%) minmax(0, 1fr);
      column-gap: var(--u-3);
    }
    .fields dt {
      min-width: 56px;
    }
  }
`;
