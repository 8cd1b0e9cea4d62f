// unspool/define: registers <unspool-session>. Its declarations are in web/npm/define.d.ts, because in this code base
// the tag's type is the class that implements it.
import { define } from "./index";

define();
