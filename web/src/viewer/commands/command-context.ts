import type { CommandContext } from "../../panes/pane-descriptor";
import type { Panel } from "../layout/panel-kind";
import type { FileWatcher } from "../live/file-watcher";
import type { Page } from "../page";

/** What commands of the viewer act upon. */
export interface ViewerCommandContext extends CommandContext {
  /** The page around the viewer, where that is all of it. */
  readonly page: Page | undefined;
  readonly openPanel: (panel: Panel) => void;
  readonly openPalette: () => void;
  /** Shows the next or previous session of the list. */
  readonly stepSession: (by: 1 | -1) => void;
  /** What follows the files; undefined where nothing does. */
  readonly live: FileWatcher | undefined;
}
