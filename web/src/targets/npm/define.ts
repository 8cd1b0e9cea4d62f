// unspool/define: makes <unspool-session> known to the page. Its declarations are in
// web/npm/define.d.ts: to our own code the tag has the class that makes it.
import { define } from "./index";

define();
