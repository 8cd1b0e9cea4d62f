// What every renderer needs from the page that it renders for.
import { spawnWorker } from "../worker/spawn";
import type { Choices } from "./choices";
import { Client, type RenderClient, type WorkerLike } from "./client";
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

/** A client whose worker starts with its first request. Without workers every text stays plain. */
export function createRenderClient(spawn: () => WorkerLike = () => spawnWorker("render")): RenderClient {
  return new Client(spawn);
}
