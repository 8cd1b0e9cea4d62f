import { type TemplateResult, html, nothing } from "lit";
import type { Failure, Source } from "../../parser/protocol";
import type { Handles } from "../../session/sources/file-handles";
import { strings } from "./strings";

/**
 * The state of the page: the landing page, looking for files (or, with a note why some were left out, waiting for the
 * user to open the others), asking about another host, or showing a session.
 */
export type Stage =
  | { readonly kind: "landing"; readonly failure: Failure | undefined }
  | {
      readonly kind: "looking";
      readonly note: string;
      readonly sources: readonly Source[];
      readonly handles?: Handles | undefined;
      readonly previous: Stage;
    }
  | { readonly kind: "asking"; readonly src: string; readonly moved: Failure | undefined }
  | { readonly kind: "session" };

interface ScanningUse {
  readonly open: () => void;
  readonly stop: () => void;
}

/** Renders the progress of a scan or, if it left files out, why, and a button that opens the others. */
export function scanning({ note, sources }: Stage & { readonly kind: "looking" }, use: ScanningUse): TemplateResult {
  return html`<p role="status" class="looking">${note}</p>
    <div class="choices">
      ${
        sources.length > 0
          ? html`<button type="button" class="button primary" @click=${use.open}>
              ${strings.openFound(sources.length)}
            </button>`
          : nothing
      }
      <button type="button" class="button" @click=${use.stop}>${strings.stop}</button>
    </div>`;
}

interface ChoicesUse {
  readonly choose: (event: Event) => void;
  readonly pick: (event: Event) => void;
  /** Whether choosing files is what the page suggests first. */
  readonly isPrimary: boolean;
}

/** Renders the buttons that choose files or a folder. */
export function choices({ choose, pick, isPrimary }: ChoicesUse): TemplateResult {
  return html`<div class="choices">
    <label class=${isPrimary ? "button primary focus-box" : "button focus-box"}>
      <input type="file" multiple @click=${choose} @change=${pick} />
      <span>${strings.file}</span>
    </label>
    <label class="button focus-box">
      <input type="file" webkitdirectory @click=${choose} @change=${pick} />
      <span>${strings.folder}</span>
    </label>
  </div>`;
}
