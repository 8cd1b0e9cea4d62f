// The code for the content of rows, loaded while a session is being read. Late modules import the viewer, which is
// already loaded, so that shared code stays in its file: esbuild makes a file for each set of late modules that share
// code, and the app would load 4 kB more in ten files instead of six.
import "./viewer-element";
import { renderStyles } from "../content/styles";
import { dialogStyles } from "../ui/dialog";
import { lightboxStyles } from "../rows/pictures/lightbox";
import { aboutSheets } from "../rows/details/row-details";
import { bodySheets } from "../rows/parts/part";

export { createRenderClient } from "../content/render-context";
export { renderMarkdown } from "../content/markdown/markdown";
export { AboutCard } from "../rows/details/row-details";
export { createPartRenderer } from "../rows/parts/part";
export { Lightbox } from "../rows/pictures/lightbox";
export { printStyles } from "../list/print-styles";
export { warmUp } from "./warm-up";
export const contentStyles = [
  ...new Set([...renderStyles, dialogStyles, lightboxStyles, ...bodySheets, ...aboutSheets]),
];
