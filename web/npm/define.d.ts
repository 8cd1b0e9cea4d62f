import type { UnspoolSession } from "./index.js";

declare global {
  interface HTMLElementTagNameMap {
    "unspool-session": UnspoolSession;
  }
}
