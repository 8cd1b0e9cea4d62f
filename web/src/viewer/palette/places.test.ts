import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageRequest } from "../../parser/model";
import type { SessionController } from "../../panes/session-controller";
import { places } from "./places";

/**
 * Returns a controller whose parser returns at most seven outline entries at a time, as happens when their words are
 * far apart in the file.
 */
function controller(count: number): SessionController {
  const entries = Array.from({ length: count }, (_, at) => ({
    kind: "turn",
    key: `k${at}`,
    prompt: at + 1,
    text: `turn ${at}`,
    name: "",
  }));
  const query = async (_name: string, { from }: PageRequest) => ({
    entries: entries.slice(from, from + 7),
    total: count,
  });
  return { api: { query }, session: 0, viewer: { fillsPage: false } } as unknown as SessionController;
}

test("no place is omitted if replies are shorter than requested", async () => {
  const names: string[] = [];
  for await (const page of places(controller(250))) names.push(...page.map(({ name }) => name));
  assert.deepEqual(
    names,
    Array.from({ length: 250 }, (_, at) => `turn ${at}`),
  );
});
