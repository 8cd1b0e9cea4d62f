// What conversations need beyond their closed rows: loaded late, as one file, while a session is read. The viewer asks
// for it, so this is there already. Naming it keeps what both use in one file: esbuild makes one for each set of late
// modules that share code.
import "./viewer-element";
export { createRenderClient } from "../content/render-context";
export { renderMarkdown } from "../content/markdown/markdown";
export { renderStyles } from "../content/styles";
export { AboutCard, aboutSheets } from "../rows/details/row-details";
export { bodyDrawer, bodySheets } from "../rows/parts/part";
export * as pictures from "./pictures";
export { printStyles } from "../list/print-styles";
export { warmUp } from "./warm-up";
export { Selection } from "../list/selection";
