// Requests the parser while the page's code is still loading, 0.2 s before that would. A link in the page could not
// tell whether the browser decompresses Brotli, and WebKit would not use what it loads for a request of the page.
import { assetsAt } from "../../parser/assets";
import { requestEarly } from "../../parser/wasm/early-response";

requestEarly(assetsAt("").wasm);
