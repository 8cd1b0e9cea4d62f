import { type Member, type Value, members, rootOf, decode } from "./scan";

/** Members shown at first, and added with each press. */
export const STEP = 100;
/** Milliseconds of work before yielding to the page. */
const SLICE = 8;

/** A value in the tree. Its members are read when it is opened, as many as are shown. */
export interface Node {
  readonly id: string; // unique
  readonly path: string; // "message.content[0].text"
  readonly label: string;
  readonly level: number;
  readonly parent: Node | undefined;
  readonly value: Value;
  readonly isDuplicate: boolean; // whether an earlier member has the same name
  children: readonly Node[];
  shown: number;
  done: boolean;
  reading: Generator<Member | undefined> | undefined;
}

/** A line of the tree. */
export type TreeLine = { readonly kind: "value"; readonly node: Node } | { readonly kind: "more"; readonly node: Node };

export function rootNode(bytes: Uint8Array): Node {
  return {
    id: "0",
    path: "",
    label: "",
    level: 1,
    parent: undefined,
    value: rootOf(bytes),
    isDuplicate: false,
    ...unread(),
  };
}

function unread(): Pick<Node, "children" | "shown" | "done" | "reading"> {
  return { children: [], shown: STEP, done: false, reading: undefined };
}

export function isContainer({ value }: Node): boolean {
  return value.kind === "object" || value.kind === "array";
}

/**
 * Reads the members of a node that are shown, and one more to know whether there are any; resolves early once `gone`
 * returns true.
 */
export async function fill(node: Node, bytes: Uint8Array, gone: () => boolean, progressed: () => void): Promise<void> {
  node.reading ??= members(bytes, node.value);
  const found = [...node.children];
  const names = new Set(found.map(({ label }) => label));
  let until = performance.now() + SLICE;
  while (!node.done && found.length <= node.shown) {
    const next = node.reading.next();
    if (next.done === true) node.done = true;
    else if (next.value !== undefined) {
      const one = child(node, found.length, next.value, bytes, names);
      names.add(one.label);
      found.push(one);
    }
    if (performance.now() < until) continue;
    node.children = [...found];
    progressed();
    await new Promise((resume) => setTimeout(resume));
    if (gone()) return;
    until = performance.now() + SLICE;
  }
  node.children = found;
  progressed();
}

const MAX_NAME_LENGTH = 200; // bytes; longer names are cut with "…"

function child(parent: Node, at: number, { name, value }: Member, bytes: Uint8Array, names: ReadonlySet<string>): Node {
  const cut = name !== undefined && name.to - name.from > MAX_NAME_LENGTH;
  const label = name === undefined ? String(at) : decode(bytes, name, MAX_NAME_LENGTH) + (cut ? "…" : "");
  const step =
    name === undefined
      ? `[${at}]`
      : /^[A-Za-z_$][\w$]*$/.test(label)
        ? `${parent.path === "" ? "" : "."}${label}`
        : `[${JSON.stringify(label)}]`;
  return {
    id: `${parent.id}/${at}`,
    path: parent.path + step,
    label,
    level: parent.level + 1,
    parent,
    value,
    isDuplicate: name !== undefined && !cut && names.has(label),
    ...unread(),
  };
}

/** Returns the lines while these nodes are open, up to a limit. */
export function lines(root: Node, isOpen: (node: Node) => boolean, most: number): readonly TreeLine[] {
  const list: TreeLine[] = [];
  const todo: TreeLine[] = [{ kind: "value", node: root }];
  for (let next = todo.pop(); next !== undefined && list.length < most; next = todo.pop()) {
    list.push(next);
    const { node } = next;
    if (next.kind === "more" || !isContainer(node) || !isOpen(node)) continue;
    if (node.children.length > node.shown) todo.push({ kind: "more", node });
    for (const one of node.children.slice(0, node.shown).reverse()) todo.push({ kind: "value", node: one });
  }
  return list;
}
