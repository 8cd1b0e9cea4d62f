import { type TemplateResult, css, html, nothing } from "lit";
import { type IconName, icon } from "../ui/icon";
import { strings } from "./strings";
import type { CopiedRow, Link, LinkRow } from "../parser/model";
import type { RowContext } from "./context";
import { markInvisible, stripInvisible } from "../content/visible-text";

const links: Readonly<Record<Link["kind"], (other: string) => string>> = {
  continues: (other) => `Continues ${other}`,
  "continued-in": (other) => `Continued in ${other}`,
  "forked-from": (other) => `Forked from ${other}`,
  "copied-from": (other) => `Copied from ${other}`,
  "compacted-from": (other) => `Continues ${other} after a compaction`,
};

/** Returns how a session is linked to another one. */
export function linkText({ kind, id, title }: Link): string {
  return links[kind](title === "" ? `session ${id.slice(0, 8)}` : `“${title}”`);
}

export const linkIcons = {
  continues: "back",
  "continued-in": "onward",
  "forked-from": "branch",
  "copied-from": "copied",
  "compacted-from": "back",
} as const satisfies Record<Link["kind"], IconName>;

/** A link to a related session; plain text if that session is not among the files. */
export function link(row: CopiedRow | LinkRow, context: RowContext): TemplateResult {
  const to = row.link;
  const content = html`<span class="lead">${icon(linkIcons[to.kind])}</span>
    <span class="content"
      ><span class="target">${markInvisible(linkText(to))}</span
      >${to.index === null ? html` · ${strings.linkMissing}` : nothing}</span
    >`;
  return to.index === null
    ? html`<p class="link row-button faint" title=${stripInvisible(to.id)}>${content}</p>`
    : html`<button
        type="button"
        class="link row-button"
        title=${stripInvisible(to.id)}
        @click=${() => context.toggle(row)}
      >
        ${content}
      </button>`;
}

export const linkStyles = css`
  p.link {
    cursor: default;
  }
  p.link:hover {
    background: none;
  }
  button.link .target {
    text-decoration: underline var(--u-line-strong);
    text-underline-offset: 3px;
  }
  button.link:hover .lead .icon {
    opacity: 1;
  }
`;
