// Markdown as a tree of plain data, which the worker sends to the page.

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "em" | "strong" | "del"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly url: string; readonly children: readonly Inline[] }
  | { readonly kind: "image"; readonly url: string; readonly alt: string }
  | { readonly kind: "math"; readonly text: string; readonly display: boolean }
  | { readonly kind: "note"; readonly number: number };

export type Align = "" | "left" | "center" | "right";

export interface ListItem {
  readonly task: "none" | "open" | "done";
  readonly children: readonly Block[];
}

export interface Note {
  readonly number: number;
  readonly children: readonly Inline[];
}

export type Block =
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | { readonly kind: "tight"; readonly children: readonly Inline[] } // a paragraph of a tight list
  | { readonly kind: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: "quote"; readonly children: readonly Block[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly start: number; readonly items: readonly ListItem[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "math"; readonly text: string }
  | {
      readonly kind: "table";
      readonly align: readonly Align[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: "rule" }
  | { readonly kind: "notes"; readonly notes: readonly Note[] };

export const maxDepth = 40; // of blocks and of inlines each
export const maxNodes = 20_000; // more would block the page for longer than a frame or two

/** Reports whether data from the worker is a tree within the limits: shape, depth and number of nodes. */
export function isTree(value: unknown): value is readonly Block[] {
  const left = { nodes: maxNodes };
  return every(value, (block) => isBlock(block, 2 * maxDepth + 8, left));
}

interface Left {
  nodes: number;
}

function isBlock(value: unknown, depth: number, left: Left): boolean {
  if (!isObject(value) || depth <= 0 || --left.nodes < 0) return false;
  const blocks = (list: unknown): boolean => every(list, (block) => isBlock(block, depth - 1, left));
  const inlines = (list: unknown): boolean => every(list, (inline) => isInline(inline, depth - 1, left));
  switch (value.kind) {
    case "paragraph":
    case "tight":
      return inlines(value.children);
    case "heading":
      return isCount(value.level) && inlines(value.children);
    case "quote":
      return blocks(value.children);
    case "list":
      return (
        typeof value.ordered === "boolean" &&
        isCount(value.start) &&
        every(value.items, (item) => isObject(item) && isTask(item.task) && blocks(item.children))
      );
    case "code":
      return isText(value.language) && isText(value.text);
    case "math":
      return isText(value.text);
    case "table":
      return (
        every(value.align, isAlign) && every(value.head, inlines) && every(value.rows, (row) => every(row, inlines))
      );
    case "rule":
      return true;
    case "notes":
      return every(value.notes, (note) => isObject(note) && isCount(note.number) && inlines(note.children));
    default:
      return false;
  }
}

function isInline(value: unknown, depth: number, left: Left): boolean {
  if (!isObject(value) || depth <= 0 || --left.nodes < 0) return false;
  const inlines = (list: unknown): boolean => every(list, (inline) => isInline(inline, depth - 1, left));
  switch (value.kind) {
    case "text":
    case "code":
      return isText(value.text);
    case "break":
      return true;
    case "em":
    case "strong":
    case "del":
      return inlines(value.children);
    case "link":
      return isText(value.url) && inlines(value.children);
    case "image":
      return isText(value.url) && isText(value.alt);
    case "math":
      return isText(value.text) && typeof value.display === "boolean";
    case "note":
      return isCount(value.number);
    default:
      return false;
  }
}

function every(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isTask(value: unknown): boolean {
  return value === "none" || value === "open" || value === "done";
}

function isAlign(value: unknown): boolean {
  return value === "" || value === "left" || value === "center" || value === "right";
}
