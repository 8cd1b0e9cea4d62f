import type { TemplateResult } from "lit";
import type { Desk, PaneName } from "./desk";
import * as files from "./files/files";
import * as filters from "./filters/filters";
import * as find from "./find/find";
import * as inspector from "./inspector/inspector";
import type { ViewName } from "./look";
import * as outline from "./outline/outline";
import * as records from "./records/records";
import * as timeline from "./timeline/timeline";
import * as usage from "./usage/usage";

interface Drawer {
  draw(desk: Desk): TemplateResult;
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
