import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { bytes as size } from "../../session/format";
import { markStyles } from "../../content/mark-styles";
import { copyButton } from "../../content/frame";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { strings } from "./strings";
import { number } from "../../base/format";
import { type TreeLine, type Node, STEP, fill, isContainer, lines, rootNode } from "./nodes";
import { decode, written } from "./scan";
import { treeStyles } from "./tree-styles";
import { baseStyles } from "../../ui/base-styles";

const MAX = 2_000; // lines
const SHORT = 120; // bytes of a value on its line
const WORDS = 4_000; // bytes of a long string added with each press
const COUNTED = 1 << 16; // members of longer values are not counted

/** A tree view of a JSON value that is read as far as it is opened. */
export class JsonTree extends LitElement {
  @property({ attribute: false }) bytes!: Uint8Array;
  /** Open paths, which are the same for all records. */
  @property({ attribute: false }) open!: Set<string>;
  @property({ attribute: false }) label!: string;

  #root: Node | undefined;
  #active = "0"; // id of the focused line; for a line of more members, followed by "+"
  #lines: readonly TreeLine[] = [];
  readonly #long = new Map<string, number>(); // open strings, and how many bytes of each are shown

  readonly #copyValue = copyButton(() => this.#copied(), strings.copyValue);
  readonly #copyPath = copyButton(() => this.#current()?.path ?? "", strings.copyPath);

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("bytes")) {
      this.#root = rootNode(this.bytes);
      this.#active = "0";
      this.#long.clear();
    }
    if (this.#root === undefined) return;
    // Short values are read at once and may contain open ones.
    for (let unread: readonly TreeLine[] | undefined; unread === undefined || unread.length > 0;) {
      this.#lines = lines(this.#root, (node) => this.#isOpen(node), MAX);
      unread = this.#lines.filter(({ node }) => isContainer(node) && this.#isOpen(node) && node.reading === undefined);
      for (const { node } of unread) this.#read(node);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.#root === undefined) return nothing;
    const current = this.#current();
    return html`<div
        class="tree"
        role="tree"
        aria-label=${this.label}
        @keydown=${this.#onKey}
        @click=${this.#onClick}
        @focusin=${this.#onFocus}
      >
        ${this.#lines.map((line) => this.#line(line))}
      </div>
      ${this.#lines.length >= MAX ? html`<p class="note">${strings.tooMany(MAX)}</p>` : nothing}
      <div class="foot">
        <span class="path ellipsis" title=${stripInvisible(current?.path ?? "")}
          >${markInvisible(current?.path || strings.root)}</span
        >
        ${this.#copyValue} ${this.#copyPath}
      </div>`;
  }

  #line(line: TreeLine): TemplateResult {
    const { node } = line;
    const id = line.kind === "more" ? `${node.id}+` : node.id;
    const inside = Array.from(
      { length: Math.min(node.level - (line.kind === "more" ? 0 : 1), 16) },
      () => html`<i></i>`,
    );
    const tabindex = id === this.#active ? 0 : -1;
    if (line.kind === "more") {
      return html`<div
        role="treeitem"
        aria-level=${node.level + 1}
        aria-selected=${tabindex === 0}
        class="line more"
        data-id=${id}
        tabindex=${tabindex}
      >
        ${inside}<span class="twist"></span><span>${strings.moreInTree(STEP)}</span>
      </div>`;
    }
    const opens = isContainer(node) || this.#isLong(node);
    const open = this.#isOpen(node);
    return html`<div
      role="treeitem"
      aria-level=${node.level}
      aria-expanded=${opens ? open : nothing}
      aria-selected=${tabindex === 0}
      class="line"
      data-id=${id}
      tabindex=${tabindex}
    >
      ${inside}<span class="twist" aria-hidden="true">${opens ? (open ? "▾" : "▸") : ""}</span>
      <span class="words ellipsis"
        >${
          node.parent === undefined
            ? nothing
            : html`<span class="name">${markInvisible(node.label)}</span><span class="colon">: </span>`
        }${this.#value(node, open)}${node.isDuplicate ? html` <em>${strings.duplicateKey}</em>` : nothing}${
          node.value.broken && !(isContainer(node) && open) ? html` <em>${strings.endsHere}</em>` : nothing
        }</span
      >
      ${open && !isContainer(node) ? this.#whole(node) : nothing}
    </div>`;
  }

  /** Renders the value on its line. */
  #value(node: Node, open: boolean): TemplateResult {
    const { value } = node;
    switch (value.kind) {
      case "object":
      case "array":
        return html`<span class="brackets">${this.#summary(node, open)}</span>`;
      case "none":
        return html``;
      case "string": {
        const room = value.to - value.from;
        if (open) return html`<span class="size">${size(room - 2)}</span>`;
        const head = written(this.bytes, value, SHORT);
        return html`<span class="string">${markInvisible(head)}${room > SHORT ? "…" : ""}</span
          >${room > SHORT ? html` <span class="size">${size(room - 2)}</span>` : nothing}`;
      }
      default: {
        const cut = value.to - value.from > SHORT;
        return html`<span class=${value.kind === "number" ? "number" : "word"}
          >${written(this.bytes, value, SHORT)}${cut ? "…" : ""}</span
        >`;
      }
    }
  }

  #summary({ value, children, shown, done }: Node, open: boolean): string {
    const [left, right] = value.kind === "object" ? ["{", "}"] : ["[", "]"];
    if (value.to - value.from <= 2) return left + right;
    const count = done && children.length <= shown ? ` ${number(children.length)}` : "";
    if (open) return `${left}${right}${count}`;
    return value.to - value.from > COUNTED
      ? `${left}…${right} ${size(value.to - value.from)}`
      : `${left}…${right}${count}`;
  }

  /** Renders a long string with its line breaks. */
  #whole(node: Node): TemplateResult {
    const most = this.#long.get(node.id) ?? WORDS;
    const remaining = node.value.to - node.value.from - most;
    return html`<pre class="whole" dir="auto">${markInvisible(decode(this.bytes, node.value, most))}</pre>
      ${
        remaining > 0
          ? html`<button type="button" class="quiet" @click=${() => this.#lengthen(node, most)}>
              ${strings.showMore(size(Math.min(remaining, 5 * WORDS)), size(remaining))}
            </button>`
          : nothing
      }`;
  }

  #lengthen(node: Node, most: number): void {
    this.#long.set(node.id, most + 5 * WORDS);
    this.requestUpdate();
  }

  #isLong({ value }: Node): boolean {
    if (value.kind !== "string") return false;
    return value.to - value.from > 60 || written(this.bytes, value, SHORT).includes("\\n");
  }

  /** The record itself is open; other values are open if the user opened them in any record. */
  #isOpen(node: Node): boolean {
    return this.open.has(node.path) !== (node.parent === undefined);
  }

  #read(node: Node): void {
    const { bytes } = this;
    void fill(
      node,
      bytes,
      () => !this.isConnected || this.bytes !== bytes,
      () => this.requestUpdate(),
    );
  }

  #turn(node: Node, open: boolean): void {
    if (open === this.#isOpen(node) || (!isContainer(node) && !this.#isLong(node))) return;
    if (this.open.has(node.path)) this.open.delete(node.path);
    else this.open.add(node.path);
    this.requestUpdate();
  }

  #current(): Node | undefined {
    return this.#lines.find(({ node }) => node.id === this.#active)?.node ?? this.#root;
  }

  #copied(): string {
    const node = this.#current();
    if (node === undefined) return "";
    return node.value.kind === "string" ? decode(this.bytes, node.value) : written(this.bytes, node.value);
  }

  // User actions

  #lineOf(event: Event): TreeLine | undefined {
    const item = event.composedPath().find((one) => one instanceof HTMLElement && one.matches(".line"));
    const id = item instanceof HTMLElement ? item.dataset.id : undefined;
    return this.#lines.find((line) => (line.kind === "more" ? `${line.node.id}+` : line.node.id) === id);
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const line = this.#lineOf(event);
    if (line === undefined) return;
    this.#active = line.kind === "more" ? `${line.node.id}+` : line.node.id;
    this.requestUpdate();
  };

  readonly #onClick = (event: MouseEvent): void => {
    const line = this.#lineOf(event);
    const target = event.composedPath()[0];
    if (line === undefined || (target instanceof Element && target.closest("pre, button") !== null)) return;
    if (line.kind === "more") void this.#more(line.node);
    else if (getSelection()?.isCollapsed !== false) this.#turn(line.node, !this.#isOpen(line.node));
  };

  async #more(node: Node): Promise<void> {
    const first = `${node.id}/${node.shown}`;
    node.shown += STEP;
    await fill(
      node,
      this.bytes,
      () => !this.isConnected,
      () => this.requestUpdate(),
    );
    await this.#focus(first);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const line = this.#lineOf(event);
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("button") !== null) return;
    const { node } = line;
    const at = this.#lines.indexOf(line);
    const to = (index: number): void => {
      const next = this.#lines[Math.max(0, Math.min(index, this.#lines.length - 1))];
      if (next !== undefined) void this.#focus(next.kind === "more" ? `${next.node.id}+` : next.node.id);
    };
    const open = line.kind === "value" && this.#isOpen(node) && (isContainer(node) || this.#isLong(node));
    switch (event.key) {
      case "ArrowDown":
        to(at + 1);
        break;
      case "ArrowUp":
        to(at - 1);
        break;
      case "Home":
        to(0);
        break;
      case "End":
        to(this.#lines.length - 1);
        break;
      case "ArrowRight":
        if (open) to(isContainer(node) ? at + 1 : at);
        else if (line.kind === "value") this.#turn(node, true);
        break;
      case "ArrowLeft":
        if (open) this.#turn(node, false);
        else if (line.kind === "more") void this.#focus(node.id);
        else if (node.parent !== undefined) void this.#focus(node.parent.id);
        break;
      case "Enter":
      case " ":
        if (line.kind === "more") void this.#more(node);
        else this.#turn(node, !open);
        break;
      default:
        return;
    }
    // In the conversation, these keys have another meaning.
    event.preventDefault();
    event.stopPropagation();
  };

  async #focus(id: string): Promise<void> {
    this.#active = id;
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus();
  }

  static override styles = [baseStyles, markStyles, treeStyles];
}
