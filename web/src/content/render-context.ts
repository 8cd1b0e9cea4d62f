// The context that the page passes to renderers.
import { WorkerTransport } from "../parser/worker-transport";
import { Client, type RenderClient } from "./worker/client";
import type { Renderers } from "./markdown/renderers";

export type { PlainReason, Rendered, RenderClient } from "./worker/client";

/** The options of frames, as the user last chose them. Each viewer has its own. */
export interface Choices {
  wrap: boolean;
  split: boolean;
}

export interface RenderEnv {
  readonly worker: RenderClient;
  /** Aborted when the view ends: later results are discarded. */
  readonly signal: AbortSignal;
  /** The renderers of the embedding page; undefined if it has none. */
  readonly renderers?: Renderers | undefined;
  readonly choices: Choices;
}

/**
 * Returns a client whose worker, at this address, starts with its first request. Without an address every text stays
 * plain.
 */
export function createRenderClient(url: string): RenderClient {
  return new Client(() => new WorkerTransport(url));
}
