import { type TemplateResult, css, html, nothing } from "lit";
import { bytes } from "../../session/format";
import { saveText } from "../../base/save";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { RowContext } from "../context";
import { fault, reportedFault } from "../shared/failure-text";

/** A text of which only the beginning is shown, and how to load all of it. */
interface TruncatedText {
  readonly key: string; // unique in the conversation
  readonly head: unknown;
  readonly text: string; // that it is truncated
  readonly size: number; // bytes of the complete text
  readonly draw: () => Promise<HTMLElement>;
  readonly save: () => Promise<{ readonly name: string; readonly texts: readonly BlobPart[] }>;
}

const MAX_SHOWN = 32 << 20; // bytes: larger texts are saved rather than shown

/** Shows the beginning of a text with a button to load all of it, or all of it. */
export function truncated(
  { key, head, text, size, draw, save }: TruncatedText,
  { conversation }: RowContext,
): TemplateResult {
  const asyncValue = conversation.isUnfolded(key) ? conversation.rowCache.node(key, draw) : undefined;
  const give = async (event: Event): Promise<void> => {
    const button = event.currentTarget;
    if (!(button instanceof HTMLButtonElement)) return;
    button.disabled = true;
    try {
      const { name, texts } = await save();
      saveText(name, texts);
      button.textContent = strings.save; // clears the reason of an earlier failure
    } catch (error) {
      button.textContent = reportedFault(error);
    }
    button.disabled = false;
  };
  return html`${asyncValue?.state === "loaded" ? asyncValue.value : head}
    <p class="note rest">
      ${
        asyncValue?.state === "loaded"
          ? nothing
          : html`<span role="status"
              >${asyncValue === undefined ? text : asyncValue.state === "waiting" ? sessionStrings.reading : fault(asyncValue.error)}</span
            >`
      }
      ${
        asyncValue === undefined && size <= MAX_SHOWN
          ? html`<button type="button" class="quiet" @click=${() => conversation.setUnfolded(key, true)}>
              ${strings.loadAll(bytes(size))}
            </button>`
          : nothing
      }
      <button type="button" class="quiet" @click=${give}>${strings.save}</button>
    </p>`;
}

export const truncatedStyles = css`
  .note.rest {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--u-4);
  }
`;
