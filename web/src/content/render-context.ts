// The context that renderers get from the page.
import { WorkerTransport } from "../parser/worker-transport";
import type { Choices } from "./code-view-options";
import { Client, type RenderClient } from "./worker/client";
import type { Renderers } from "./markdown/renderers";

export type { PlainReason, Rendered, RenderClient } from "./worker/client";

export interface RenderEnv {
  readonly worker: RenderClient;
  /** Ends with the view: what arrives later is thrown away. */
  readonly signal: AbortSignal;
  /** Of the page around; undefined where it has none. */
  readonly renderers?: Renderers | undefined;
  readonly choices: Choices;
}

/**
 * A client whose worker, at this address, starts with its first request. Where there is no worker every text stays
 * plain.
 */
export function createRenderClient(address: string): RenderClient {
  return new Client(() => new WorkerTransport(address));
}
