import type { TemplateResult } from "lit";
import type { SessionController, PaneName } from "../../panes/session-controller";
import * as files from "../../panes/files/files-pane";
import * as filters from "../../panes/filters/filters-pane";
import * as find from "../../panes/find/find-pane";
import * as inspector from "../../panes/inspector/inspector-pane";
import type { ViewName } from "../../session/view-state";
import * as outline from "../../panes/outline/outline-pane";
import * as records from "../../panes/records/records-pane";
import * as timeline from "../../panes/timeline/timeline-pane";
import * as usage from "../../panes/usage/usage-pane";

interface Drawer {
  draw(controller: SessionController): TemplateResult;
}

/** What draws each pane and view. */
export const drawers: Readonly<Record<PaneName | ViewName, Drawer>> = {
  files,
  filters,
  find,
  inspector,
  outline,
  records,
  timeline,
  usage,
};
