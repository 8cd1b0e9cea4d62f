// What every renderer needs from the page that it renders for.
import { Runner } from "../worker/runner";
import type { Choices } from "./choices";
import { Client, type RenderClient } from "./client";
import type { Renderers } from "./renderers";

export type { PlainReason, Rendered, RenderClient } from "./client";

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
  return new Client(() => new Runner(address));
}
