import { failure } from "./failure";
import { reasons } from "../words";

/**
 * Fetches the wasm. Rejects with a Failure that says which directive of the page's
 * policy forbids it, if one does.
 */
export async function reach(address: string): Promise<Response> {
  const forbidden: SecurityPolicyViolationEvent[] = [];
  const note = (event: SecurityPolicyViolationEvent): void => void forbidden.push(event);
  addEventListener("securitypolicyviolation", note);
  try {
    const response = await fetch(address);
    if (response.ok) return response;
    throw failure("wasm", reasons.notLoaded(response.status));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await new Promise((resolve) => setTimeout(resolve)); // the event comes in a task of its own
    const by = forbidden.find(({ blockedURI }) => address.startsWith(blockedURI));
    throw failure("wasm", by === undefined ? reasons.notReached(address) : reasons.forbidden(by.effectiveDirective, new URL(address).origin));
  } finally {
    removeEventListener("securitypolicyviolation", note);
  }
}
