// Functions that reported_test.go calls in the page.
({
  // Records errors of the console in `errors` and copied text in `copied`, and lets queries about usage fail with
  // `fault`, as long as that is set.
  failUsage() {
    globalThis.errors = [];
    console.error = (...given) => globalThis.errors.push(given);
    navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
    const { api } = $deep("unspool-session").exportSource;
    const { query } = api;
    api.query = (name, request) =>
      globalThis.fault && name.startsWith("usage") ? Promise.reject(globalThis.fault) : query.call(api, name, request);
    globalThis.fault = { code: "crashed", detail: "gone", path: "" };
  },
});
