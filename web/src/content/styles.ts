import { palette } from "./code/palette";
import { diffStyles } from "./diff/diff-styles";
import { frameStyles } from "./frame-styles";
import { menuBaseStyles } from "../ui/menu";
import { markdownStyles } from "./markdown/markdown-styles";
import { terminalStyles } from "./terminal/terminal-styles";

/** Styles of all rendered content, on top of the viewer's tokens. */
export const renderStyles = [palette, menuBaseStyles, frameStyles, diffStyles, terminalStyles, markdownStyles] as const;
