import type { CommandContext } from "../../panes/pane-descriptor";
import type { Finding, Summary } from "../../parser/model";
import type { RowContext } from "../../rows/context";
import type { FileWatcher } from "../live/file-watcher";
import type { PageActions } from "../page";

/** The content of a panel over the conversation. */
export type Panel =
  | { readonly kind: "keys" }
  | { readonly kind: "goto"; readonly missing: boolean }
  | { readonly kind: "details"; readonly summary: Summary }
  | { readonly kind: "findings"; readonly list: readonly Finding[]; readonly context: RowContext };

/** The objects that viewer commands act on. */
export interface ViewerCommandContext extends CommandContext {
  /** The page around the viewer, if the viewer fills it. */
  readonly page: PageActions | undefined;
  readonly openPanel: (panel: Panel) => void;
  readonly openPalette: () => void;
  /** Shows the next or previous session of the list. */
  readonly stepSession: (by: 1 | -1) => void;
  /** The file watcher; undefined if none of the files can change. */
  readonly live: FileWatcher | undefined;
}
