// The dialogs of the page that few visits open: loaded late, as one file.
import "../../viewer/viewer-element"; // conversation-code.ts says why
export { showAbout } from "./about";
export { savePage } from "./save-page";
