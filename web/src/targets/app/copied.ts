import { reportUnlessNotLoaded } from "../../base/report-error";
import type { CopiedText } from "../../session/events";

/** Returns a listener that checks copied Markdown for secrets. `review` opens the Share dialog with a prompt. */
export function onCopied(review: (prompt: number) => unknown): (event: CustomEvent<CopiedText>) => void {
  return ({ detail }) => {
    void import("./dialogs").then((code) => code.checkCopied(detail, review), reportUnlessNotLoaded);
  };
}
