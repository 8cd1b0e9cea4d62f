import { parserWorkerURL, renderWorkerURL } from "unspool:assets";

const scripts = { parser: parserWorkerURL, render: renderWorkerURL } as const;

/**
 * The one Trusted Types policy of the page: it lets through the addresses of
 * our own two workers and nothing else. A policy's name can be taken only
 * once, so it is made when this module loads and shared by all viewers.
 */
const policy = window.trustedTypes?.createPolicy("unspool-worker", {
  createScriptURL(url) {
    if (url === parserWorkerURL || url === renderWorkerURL) return url;
    throw new TypeError("not a worker of this page");
  },
});

/** Starts one of the page's workers. Throws where workers are not allowed. */
export function spawnWorker(script: keyof typeof scripts): Worker {
  const url = scripts[script];
  return new Worker(policy?.createScriptURL(url) ?? url, { type: "module" });
}
