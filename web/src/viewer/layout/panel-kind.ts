import type { Finding, Summary } from "../../parser/model";
import type { RowContext } from "../../rows/context";

/** The content of a panel over the conversation. */
export type Panel =
  | { readonly kind: "keys" }
  | { readonly kind: "goto"; readonly missing: boolean }
  | { readonly kind: "details"; readonly summary: Summary }
  | { readonly kind: "findings"; readonly list: readonly Finding[]; readonly context: RowContext };
