import type { Finding, Summary } from "../../parser/model";
import type { RowContext } from "../../rows/context";

/** What a panel over the conversation shows. */
export type Panel =
  | { readonly kind: "keys" }
  | { readonly kind: "goto"; readonly missing: boolean }
  | { readonly kind: "details"; readonly summary: Summary }
  | { readonly kind: "findings"; readonly list: readonly Finding[]; readonly context: RowContext };
