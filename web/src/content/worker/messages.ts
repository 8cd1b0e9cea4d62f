// Messages between the page and the render worker. Both sides validate them.
import { isScope, type Run } from "../code/runs";
import type { Block } from "../markdown/tree";

export type RenderRequest =
  | { readonly kind: "markdown"; readonly id: number; readonly text: string }
  | { readonly kind: "highlight"; readonly id: number; readonly text: string; readonly language: string };

/** "begun" is sent when everything needed is loaded: from then on the time counts for the text alone. */
export type RenderReply =
  | { readonly kind: "begun"; readonly id: number }
  | { readonly kind: "blocks"; readonly id: number; readonly blocks: readonly Block[] }
  | { readonly kind: "runs"; readonly id: number; readonly runs: readonly string[] } // scope, text, scope, text …
  | { readonly kind: "failed"; readonly id: number; readonly why: "deep" | "language" | "error" };

export function isRequest(value: unknown): value is RenderRequest {
  if (typeof value !== "object" || value === null || !("kind" in value && "id" in value && "text" in value))
    return false;
  if (typeof value.id !== "number" || typeof value.text !== "string") return false;
  return (
    value.kind === "markdown" ||
    (value.kind === "highlight" && "language" in value && typeof value.language === "string")
  );
}

export function packRuns(runs: readonly Run[]): readonly string[] {
  return runs.flatMap((run) => [run.scope, run.text]);
}

/** Returns the runs if they contain exactly the text that was sent, otherwise null. */
export function unpackRuns(value: unknown, text: string): readonly Run[] | null {
  if (!Array.isArray(value) || value.length % 2 !== 0) return null;
  const packed: readonly unknown[] = value;
  const runs: Run[] = [];
  let result = "";
  for (let i = 0; i < packed.length; i += 2) {
    const scope = packed[i];
    const part = packed[i + 1];
    if (typeof scope !== "string" || typeof part !== "string" || (scope !== "" && !isScope(scope))) return null;
    runs.push({ scope, text: part });
    result += part;
  }
  return result === text ? runs : null;
}
