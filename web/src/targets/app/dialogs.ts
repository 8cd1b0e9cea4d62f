// The dialogs of the page that few visits open, in one file that is loaded late.
import "../../viewer/viewer-element"; // see conversation-code.ts for the reason
export { showAbout } from "./about";
export { checkCopied } from "./share/copied-note";
export { share } from "./share/share-dialog";
