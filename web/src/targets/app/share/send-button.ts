import { type TemplateResult, html, nothing } from "lit";
import { reason } from "../../../parser/failure";
import { reportUnlessShown } from "../../../parser/parser-loss";
import type { Shared } from "./share-task";
import { strings } from "./strings";

/** Renders a button for the system's own dialog for sharing, where there is one. `onFailed` gets the reason. */
export function sendButton(
  { name, blob, link }: Shared,
  onFailed: (why: string) => void,
): TemplateResult | typeof nothing {
  const data =
    link === undefined ? { files: [new File([blob], name, { type: blob.type || "text/plain" })] } : { url: link };
  if (typeof navigator.canShare !== "function" || !navigator.canShare(data)) return nothing;
  const send = async (): Promise<void> => {
    try {
      await navigator.share(data);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the user closed the system's dialog
      reportUnlessShown(error);
      onFailed(reason(error));
    }
  };
  return html`<button type="button" class="button" @click=${send}>${strings.send}</button>`;
}
