// What JSX is to know of the element.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { UnspoolAttributes, UnspoolSession } from "unspool";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "unspool-session": DetailedHTMLProps<HTMLAttributes<UnspoolSession>, UnspoolSession> & UnspoolAttributes;
    }
  }
}
