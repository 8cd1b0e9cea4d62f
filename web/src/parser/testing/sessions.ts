// Files and sessions for tests.
import type { SessionInfo } from "../model";
import type { Source } from "../protocol";

/** Files with these paths; the bytes of each follow a space. */
export function files(...described: readonly string[]): readonly Source[] {
  return described.map((one) => {
    const [path = "", size = "1"] = one.split(" ");
    return { path, blob: new Blob(["x".repeat(Number(size))]) };
  });
}

/** Returns a made-up session. */
export function info(overrides: Partial<SessionInfo>): SessionInfo {
  return {
    index: 0,
    file: 0,
    state: "read",
    id: "",
    title: "",
    prompt: "",
    project: "",
    branch: "",
    model: "",
    start: 0,
    end: 0,
    work: 0,
    bytes: 0,
    turns: 0,
    typedPrompts: 0,
    events: 0,
    agents: 0,
    calls: 0,
    tokens: 0,
    cost: { usd: 0, incomplete: false, unpriced: null },
    totals: {
      usage: {
        input: 0,
        output: 0,
        cacheRead: 0,
        cacheWrite5m: 0,
        cacheWrite1h: 0,
        thinking: 0,
        webSearches: 0,
        webFetches: 0,
      },
      cost: { usd: 0, incomplete: false, unpriced: null },
      low: 0,
      lowCost: 0,
      usageFrom: "",
      costFrom: "",
    },
    models: null,
    underReported: 0,
    damaged: 0,
    silent: false,
    lone: false,
    links: null,
    sketch: null,
    ...overrides,
  };
}
