import { type TemplateResult, html, nothing } from "lit";
import { markInvisible } from "../../../content/visible-text";
import type { ExportSource } from "../../../session/session-loader";
import type { FileRead } from "../../../parser/protocol";
import { baseName, bytes } from "../../../session/format";
import type { Part } from "./standalone-writer";
import { strings } from "./strings";

const LISTED = 100; // files

const kinds = ["conversation", "agent", "output", "other"] as const;

/** Returns the kind of a file by its name, with the same distinctions as order.ts. */
function kindOf(path: string): (typeof kinds)[number] {
  if (path.includes("/tool-results/")) return "output";
  if (!path.endsWith(".jsonl")) return "other";
  return path.includes("/subagents/") || baseName(path).startsWith("agent-") ? "agent" : "conversation";
}

export function sizeOf(files: readonly Part[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

/** Renders how many files of each kind are included, and their names. */
export function contents(files: readonly Part[]): TemplateResult {
  return html`<ul>
      ${kinds.map((kind) => {
        const some = files.filter((file) => kindOf(file.path) === kind);
        return some.length === 0
          ? nothing
          : html`<li>${strings.kinds[kind](some.length)} <span>${bytes(sizeOf(some))}</span></li>`;
      })}
    </ul>
    ${files
      .filter(({ shared }) => shared)
      .map(({ path }) => html`<p class="shared">${markInvisible(strings.shared(baseName(path)))}</p>`)}
    <details class="names">
      <summary>${strings.names(files.length)}</summary>
      <ul>
        ${files.slice(0, LISTED).map((file) => html`<li><bdi>${markInvisible(file.path)}</bdi> <span>${bytes(file.size)}</span></li>`)}
        ${files.length > LISTED ? html`<li>${strings.more(files.length - LISTED)}</li>` : nothing}
      </ul>
    </details>`;
}

/**
 * Returns the files to share: of the session on the screen, or all. With the only session, all are shared, since files
 * of no session may contain its title.
 */
export async function filesToShare({ api, sessions, shown }: ExportSource, all: boolean): Promise<readonly FileRead[]> {
  if (all || shown === undefined) return api.files(-1);
  const own = await api.files(shown.index);
  if (sessions.length > 1) return own;
  const numbers = new Set(own.map(({ file }) => file));
  return [...own, ...(await api.files(-1)).filter(({ file }) => !numbers.has(file))];
}

/** Returns the files to save as they were read, which may differ from their current state. */
export async function filesOf(source: ExportSource, all: boolean): Promise<readonly Part[]> {
  const { api, prices } = source;
  const files = await filesToShare(source, all);
  return [
    ...files.map(({ file, path, size, shared }) => ({
      path,
      size,
      shared,
      read: (offset: number, length: number) => api.raw({ file, offset, length }),
    })),
    ...prices.map(({ path, blob }) => ({
      path,
      size: blob.size,
      shared: false,
      read: async (offset: number, length: number) =>
        new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
    })),
  ];
}
