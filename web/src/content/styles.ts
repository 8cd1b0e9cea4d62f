import { palette } from "./code/palette";
import { diffStyles } from "./diff/diff-styles";
import { frameStyles } from "./frame-styles";
import { markdownStyles } from "./markdown/markdown-styles";
import { terminalStyles } from "./terminal/terminal-styles";

/** Styles of all rendered content, on top of the viewer's tokens. */
export const renderStyles = [palette, frameStyles, diffStyles, terminalStyles, markdownStyles] as const;
