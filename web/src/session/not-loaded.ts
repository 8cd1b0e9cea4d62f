import { strings } from "./strings";
import { reportUnlessNotLoaded } from "../base/report-error";

/** Announces that code could not be loaded. Any other error is reported as well. */
export function notLoaded(viewer: { announce(text: string): void }, error: unknown): undefined {
  viewer.announce(strings.notLoaded);
  return reportUnlessNotLoaded(error);
}
