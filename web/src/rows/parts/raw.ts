import { type CSSResult, type TemplateResult, css, html, nothing } from "lit";
import { RAW_LIMIT, rawName } from "../../session/row-cache";
import { baseName, bytes } from "../../session/format";
import { renderPlain } from "../../content/code/plain";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { RecordLocation } from "../../parser/model";
import type { RowContext } from "../context";
import { fault } from "../shared/failure-text";
import { plain, plainStyles } from "./plain";
import { truncated, truncatedStyles } from "./truncated";

/** The exact bytes of the records of a row, on demand. */
export function rawRecords(list: readonly RecordLocation[], context: RowContext): TemplateResult {
  const severalFiles = list.some((location) => location.line > 0 && location.file !== list[0]?.file);
  return html`<div class="records">
    ${list.map((location, at) => rawRecord(location, context, severalFiles, at === 0))}
  </div>`;
}

/** The exact bytes of a record, on demand. If it is in the same file as the first one, only its line is named. */
export function rawRecord(
  location: RecordLocation,
  context: RowContext,
  several: boolean,
  first = true,
): TemplateResult {
  const { line, path } = location;
  const name = baseName(path);
  return rawBytes(
    location,
    line === 0
      ? strings.rawFile(name)
      : several
        ? strings.rawOf(name, line)
        : first
          ? strings.raw(line)
          : strings.rawNext(line),
    context,
  );
}

/** The exact bytes of a range of a file, on demand. */
export function rawBytes(
  location: RecordLocation,
  label: string,
  context: RowContext,
  hide: string = strings.hideRaw,
): TemplateResult {
  const { conversation } = context;
  const name = rawName(location);
  const open = conversation.isUnfolded(name);
  return html`<div class="raw" ?data-open=${open}>
    <button type="button" class="quiet" aria-expanded=${open} @click=${() => conversation.setUnfolded(name, !open)}>
      ${open ? hide : label}
    </button>
    ${open ? record(location, label, context) : nothing}
  </div>`;
}

function record(location: RecordLocation, label: string, context: RowContext): TemplateResult {
  const { conversation } = context;
  const asyncValue = conversation.rowCache.raw(location);
  switch (asyncValue.state) {
    case "waiting":
      return html`<p class="note">${sessionStrings.reading}</p>`;
    case "failed":
      return html`<p class="note bad">${fault(asyncValue.error)}</p>`;
    case "loaded": {
      const { text, cut } = asyncValue.value;
      const head = plain(text, label, "ltr");
      if (!cut) return head;
      const { length, line, path } = location;
      const all = async (): Promise<string> => new TextDecoder().decode(await conversation.api.raw(location));
      return truncated(
        {
          key: `${rawName(location)}\nall`,
          head,
          text: strings.rawCut(bytes(RAW_LIMIT), bytes(length)),
          size: length,
          draw: async () => renderPlain(await all(), label),
          save: async () => ({
            name: line > 0 ? `${baseName(path)}-${line}.json` : baseName(path),
            texts: [await all()],
          }),
        },
        context,
      );
    }
  }
}

const rawStyles = css`
  .records {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--u-2);
  }
  .records .quiet {
    font-size: var(--u-size-xs);
    text-decoration-color: transparent;
  }
  .raw {
    min-width: 0;
  }
  .raw[data-open] {
    flex-basis: 100%;
  }
  .raw .plaintext {
    margin-top: var(--u-1);
    max-height: 400px;
    word-break: break-all;
  }
`;

export const rawSheets: readonly CSSResult[] = [plainStyles, truncatedStyles, rawStyles];
