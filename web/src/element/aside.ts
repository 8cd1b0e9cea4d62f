// What does not show while a session is read; it comes when it is asked for.
import type { CSSResult } from "lit";
import { chooserStyles } from "./chooser";
import { rawSheets } from "../rows/raw";
import { detailsStyles } from "./details";
import { panelStyles } from "./panel";

export { chooser } from "./chooser";
export { details } from "./details";
export { frame, panel } from "./panel";
export const asideStyles: readonly CSSResult[] = [chooserStyles, panelStyles, detailsStyles, ...rawSheets];
