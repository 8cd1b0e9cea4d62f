// Who may ask: what parser/serve/guard.go does.
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Compares secrets in a time that does not depend on where they differ. */
export function isEqual(a: string, b: string): boolean {
  const [x, y] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return x.byteLength === y.byteLength && timingSafeEqual(x, y);
}

/**
 * Reports whether a request names this machine and does not come from a page of another server. A remote page can have
 * its own host name resolve to 127.0.0.1, and would then be of the same origin; the Host header still contains that
 * name.
 */
export function isLocalRequest({ headers }: IncomingMessage): boolean {
  const host = headers.host ?? "";
  const origin = headers.origin;
  if (!isLoopback(host.replace(/:\d+$/, ""))) return false;
  return origin === undefined || origin.toLowerCase() === `http://${host}`.toLowerCase();
}

/** Reports whether the browser says that a page of this server, or the user, made the request. */
export function isSameOrigin({ headers }: IncomingMessage): boolean {
  return ["", "same-origin", "none"].includes(headers["sec-fetch-site"] ?? "");
}

/** Reports whether a host without a port is this machine by name. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (name === "localhost" || name === "::1") return true;
  return isIP(name) === 4 && name.startsWith("127.");
}

/** Headers of what is not a page: it is not kept, no page of another server can use it, and it runs nothing. */
export const dataHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "content-type": "application/octet-stream",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
