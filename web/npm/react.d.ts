// unspool/react: unspool/define, and the tag in JSX for the types of React 18 and 19.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { UnspoolAttributes, UnspoolSession } from "./index.js";
import "./define.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "unspool-session": DetailedHTMLProps<HTMLAttributes<UnspoolSession>, UnspoolSession> & UnspoolAttributes;
    }
  }
}
