// What conversations need beyond their closed rows: loaded late, as one file, while a session is read. The viewer asks
// for it, so this is there already. Naming it keeps what both use in one file: esbuild makes one for each set of late
// modules that share code.
import "./session";
export { createRenderClient } from "../render/env";
export { renderMarkdown } from "../render/markdown";
export { renderStyles } from "../render/styles";
export { AboutCard, aboutSheets } from "../rows/about-card";
export { bodyDrawer, bodySheets } from "../rows/part";
export * as pictures from "./pictures";
export { printStyles } from "./print-styles";
export { rehearse } from "./rehearsal";
export { Selection } from "./selection";
