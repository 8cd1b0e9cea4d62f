import { reasons } from "./strings";

/**
 * Fetches an address. Where the browser lets no answer through, rejects with what
 * `blocked` makes of it. A page cannot find out why, but for its own policy: then
 * that is said.
 */
export async function reach(
  address: string,
  init: RequestInit,
  blocked: (policy: string) => unknown,
): Promise<Response> {
  const forbidden: SecurityPolicyViolationEvent[] = [];
  const note = (event: SecurityPolicyViolationEvent): void => void forbidden.push(event);
  addEventListener("securitypolicyviolation", note);
  try {
    return await fetch(address, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await new Promise((resolve) => setTimeout(resolve)); // the event comes in a task of its own
    const { origin } = new URL(address);
    // A policy that only reports forbids nothing, and other requests may have been refused meanwhile.
    const by = forbidden.find(
      (event) =>
        event.disposition === "enforce" &&
        event.effectiveDirective === "connect-src" &&
        [origin, address.split("#")[0]].includes(event.blockedURI),
    );
    throw blocked(by === undefined ? "" : reasons.forbidden(by.effectiveDirective, origin));
  } finally {
    removeEventListener("securitypolicyviolation", note);
  }
}
