import type { Tool } from "../../parser/model";

export function isBad(call: Tool): boolean {
  return (
    call.status === "error" || call.status === "rejected" || call.status === "denied" || call.status === "interrupted"
  );
}
