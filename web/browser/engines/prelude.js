// Runs before the first script of a test in each document.
(() => {
  // Reports of viewers like $told, without that which warms up out of sight.
  const reports = (globalThis.$reports = []);
  const isWarmUp = (event) => event.composedPath()[0].inert;
  addEventListener("unspool-ready", (event) => isWarmUp(event) || reports.push("ready"));
  addEventListener("unspool-error", (event) => isWarmUp(event) || reports.push(event.detail.code));
  // What the page logs, for the browser whose driver does not record it.
  const problems = (globalThis.$problems = []);
  for (const level of ["error", "warn"]) {
    const { console } = globalThis;
    const log = console[level].bind(console);
    console[level] = (...values) => {
      problems.push(values.join(" "));
      log(...values);
    };
  }
  addEventListener("error", ({ message }) => {
    if (!message.startsWith("ResizeObserver loop")) problems.push(message); // the rest is observed in the next frame
  });
  addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
  addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI }) => problems.push(`${effectiveDirective} blocked ${blockedURI}`),
    true,
  );
})();
