// Builds DOM from transcript text: only known tags and attributes, no HTML strings. Text becomes text nodes.
import { checkLink } from "./url";

const tagNames = [
  "bdi",
  "blockquote",
  "br",
  "button",
  "code",
  "dd",
  "del",
  "details",
  "div",
  "dl",
  "dt",
  "em",
  "figcaption",
  "figure",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "kbd",
  "li",
  "mark",
  "ol",
  "p",
  "pre",
  "section",
  "small",
  "span",
  "strong",
  "sub",
  "summary",
  "sup",
  "table",
  "tbody",
  "td",
  "th",
  "thead",
  "time",
  "tr",
  "ul",
] as const;

export type Tag = (typeof tagNames)[number];

interface Props {
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly role?: string | undefined;
  readonly dir?: "auto" | "ltr" | "rtl" | undefined;
  readonly lang?: string | undefined;
  readonly tabindex?: number | undefined;
  readonly start?: number | undefined;
  readonly scope?: "col" | "row" | undefined;
  readonly type?: "button" | undefined;
  readonly hidden?: boolean | undefined;
  readonly open?: boolean | undefined;
  readonly onclick?: ((event: MouseEvent) => void) | undefined;
  readonly [aria: `aria-${string}`]: string | undefined;
  readonly [data: `data-${string}`]: string | undefined;
}

export type Child = Node | string | null | undefined | false;

// Types do not exist at run time; a name from data must be rejected there too.
const tags: ReadonlySet<string> = new Set(tagNames);
const attributes = /^(?:class|title|role|dir|lang|tabindex|start|scope|type|hidden|open|(?:aria|data)-[a-z-]+)$/;

export function h<T extends Tag>(
  tag: T,
  props: Props | null = null,
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] {
  if (!tags.has(tag)) throw new TypeError(`element not allowed: ${tag}`);
  const element = document.createElement(tag);
  const listeners: HTMLElement = element;
  for (const [name, value] of Object.entries(props ?? {}) as [string, Props[keyof Props]][]) {
    if (value === undefined || value === false) continue;
    if (name === "onclick" && typeof value === "function") listeners.addEventListener("click", value);
    else if (attributes.test(name) && typeof value !== "function")
      element.setAttribute(name, value === true ? "" : String(value));
    else throw new TypeError(`attribute not allowed: ${name}`);
  }
  add(element, children);
  return element;
}

export function fragment(...children: readonly Child[]): DocumentFragment {
  const made = document.createDocumentFragment();
  add(made, children);
  return made;
}

// Children are appended one by one: spreading a hostile number of them would overflow the stack.
function add(parent: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
}

/** Returns a link if the address is harmless, otherwise only its children. */
export function safeLink(url: string, ...children: readonly Child[]): Node {
  const content = fragment(...children);
  const target = checkLink(url, content.textContent ?? "");
  if (target.kind === "none") return content;
  const link = document.createElement("a");
  link.href = target.href;
  link.rel = "noopener noreferrer nofollow ugc";
  link.referrerPolicy = "no-referrer";
  link.target = "_blank";
  link.title = target.href;
  link.appendChild(content);
  if (!target.showHost) return link;
  return h("span", null, link, " ", h("span", { class: "host" }, `(${target.host || target.href})`));
}
