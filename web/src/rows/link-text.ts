import type { Link } from "../parser/model";

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
