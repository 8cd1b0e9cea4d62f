// Has the browser load the parser while the page's code is still on its way. A link in the page could not tell whether
// the browser inflates Brotli. This runs as a script of its own, 0.2 s before the page's code would ask.
import { assetsAt } from "../../parser/assets";

const link = document.createElement("link");
link.rel = "preload";
link.as = "fetch";
link.crossOrigin = "";
link.fetchPriority = "low"; // else it takes its share of the network from what the reader sees first
link.href = assetsAt("").wasm;
document.head.append(link);
