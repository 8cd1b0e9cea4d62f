import { files } from "../panes/files";
import { filters } from "../panes/filters";
import { find } from "../panes/find";
import { inspector } from "../panes/inspector";
import { outline } from "../panes/outline";
import type { PaneDescriptor } from "../panes/pane-descriptor";
import { play } from "../panes/play";
import { records } from "../panes/records";
import { story } from "../panes/story";
import { timeline } from "../panes/timeline";
import { usage } from "../panes/usage";

/** All panes, in the order of their buttons. */
export const panes: readonly PaneDescriptor[] = [
  usage,
  files,
  records,
  outline,
  story,
  timeline,
  find,
  filters,
  play,
  inspector,
];

/** The panes that replace the conversation. */
export const views = panes.filter(({ place }) => place === "view");
/** The panes around it. */
export const panesAround = panes.filter(({ place }) => place !== "view");
