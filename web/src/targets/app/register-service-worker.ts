import { keeps } from "unspool:kept";
import { assetsAt } from "../../parser/assets";
import { compileOnce } from "../../parser/wasm/compile";
import { settled } from "../../base/report-error";

/**
 * Has the browser keep the app for visits without a network (service-worker.ts), once all
 * that this visit waits for is there. Where that is not possible, as on pages from
 * a disk or over plain http, nothing happens.
 */
export function registerServiceWorker(): void {
  if (!keeps || !("serviceWorker" in navigator)) return;
  const script = new URL("sw.js", document.baseURI).href;
  // Whoever gets hold of this policy can make but the one address of it.
  const policy = window.trustedTypes?.createPolicy("unspool-offline", { createScriptURL: () => script });
  const register = (): Promise<unknown> => navigator.serviceWorker.register(policy?.createScriptURL(script) ?? script);
  void settled(compileOnce(assetsAt("").wasm).then(register)); // without one, the page needs the network
}
