// Preloads the parser while the page's code is still loading. A link in the page could not tell whether the browser
// decompresses Brotli. This separate script runs 0.2 s before the page's code would request it.
import { assetsAt } from "../../parser/assets";

const link = document.createElement("link");
link.rel = "preload";
link.as = "fetch";
link.crossOrigin = "";
link.fetchPriority = "low"; // otherwise it competes with what the user sees first
link.href = assetsAt("").wasm;
document.head.append(link);
