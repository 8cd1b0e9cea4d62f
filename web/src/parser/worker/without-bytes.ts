import type { Page, Queries } from "../model";
import type { Failure } from "../protocol";

/** Queries that need only the index: their replies are complete even if bytes of a file cannot be read. */
const INDEXED: ReadonlySet<keyof Queries> = new Set([
  "summary",
  "expand",
  "expandAll",
  "showBackground",
  "find",
  "narrow",
]);

/** Reports whether a reply has a field for bytes that could not be read. */
function canMiss(reply: unknown): reply is Pick<Page, "missed"> {
  return typeof reply === "object" && reply !== null && "missed" in reply;
}

/** Returns the reply to a query during which bytes could not be read; throws the reason if it needs them. */
export function withoutBytes<K extends keyof Queries>(
  name: K,
  reply: Queries[K]["reply"],
  missed: Failure,
): Queries[K]["reply"] {
  if (INDEXED.has(name)) return reply;
  if (canMiss(reply)) return Object.assign(reply, { missed: true });
  throw missed;
}
