import { pause } from "../base/schedule";
import { reasons } from "./strings";

/**
 * Fetches an address. If the browser blocks the response, rejects with the result of `blocked`. A page can find out the
 * reason only if it is its own policy; then that reason is passed.
 */
export async function reach(url: string, init: RequestInit, blocked: (policy: string) => unknown): Promise<Response> {
  const forbidden: SecurityPolicyViolationEvent[] = [];
  const note = (event: SecurityPolicyViolationEvent): void => void forbidden.push(event);
  addEventListener("securitypolicyviolation", note);
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await pause(); // the event is dispatched in a task of its own
    const { origin } = new URL(url);
    // A report-only policy blocks nothing, and other requests may have been blocked meanwhile.
    const by = forbidden.find(
      (event) =>
        event.disposition === "enforce" &&
        event.effectiveDirective === "connect-src" &&
        [origin, url.split("#")[0]].includes(event.blockedURI),
    );
    throw blocked(by === undefined ? "" : reasons.forbidden(by.effectiveDirective, origin));
  } finally {
    removeEventListener("securitypolicyviolation", note);
  }
}
