import { reportUnlessNotLoaded } from "../base/report-error";
import { words } from "../parser/words";

/** Announces that code could not be loaded. Any other error is reported as well. */
export function notLoaded(viewer: { announce(text: string): void }, error: unknown): undefined {
  viewer.announce(words.render.notLoaded);
  return reportUnlessNotLoaded(error);
}
