import { keeps } from "unspool:kept";
import { assetsAt } from "../../parser/assets";
import { compileOnce } from "../../parser/wasm/compile";
import { settled } from "../../base/report-error";

/**
 * Registers the service worker, which stores the app for visits without a network (service-worker.ts), once everything
 * that this visit needs is loaded. Where that is impossible, such as on pages from a disk or over plain http, nothing
 * happens.
 */
export function registerServiceWorker(): void {
  if (!keeps || !("serviceWorker" in navigator)) return;
  const script = new URL("sw.js", document.baseURI).href;
  // This policy can only create this one address.
  const policy = window.trustedTypes?.createPolicy("unspool-offline", { createScriptURL: () => script });
  const register = (): Promise<unknown> => navigator.serviceWorker.register(policy?.createScriptURL(script) ?? script);
  void settled(compileOnce(assetsAt("").wasm).then(register)); // without a service worker, the page needs the network
}
