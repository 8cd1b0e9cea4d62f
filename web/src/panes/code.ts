import type { TemplateResult } from "lit";
import type { Desk, PaneName } from "./desk";
import type { ViewName } from "./look";

/** Code that draws a pane or a view. */
export interface Drawer {
  draw(desk: Desk): TemplateResult;
}

/** Where the code of each pane and view is; it comes when the first of them is opened. */
export const code: Readonly<Partial<Record<PaneName | ViewName, () => Promise<Drawer>>>> = {
  usage: () => import("./usage/usage"),
  inspector: () => import("./inspector/inspector"),
  find: () => import("./find/find"),
  files: () => import("./files/files"),
  records: () => import("./records/records"),
  filters: () => import("./filters/filters"),
  timeline: () => import("./timeline/timeline"),
  outline: () => import("./outline/outline"),
};
