// Functions that parser_death_test.go, parser_death_search_test.go and policies_test.go call in the page.
({
  // Shortens the time that the page waits for a ping: its clock runs ten times as fast while $hurry is on, until
  // another parser is started.
  hurried() {
    const now = performance.now.bind(performance);
    let gained = 0;
    let since; // the time since it is fast
    const gain = () => (since === undefined ? 0 : (now() - since) * 9);
    performance.now = () => now() + gained + gain();
    const { setInterval, Worker } = globalThis;
    globalThis.setInterval = (act, ms, ...given) => {
      if (ms < 500) return setInterval(act, ms, ...given); // the page pings every 500 ms
      let last = performance.now();
      const tick = () => {
        if (performance.now() - last < ms) return;
        last = performance.now();
        act(...given);
      };
      return setInterval(tick, ms / 20);
    };
    const hurry = (on) => {
      gained += gain();
      since = on ? now() : undefined;
    };
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        hurry(false);
      }
    };
    Object.defineProperty(globalThis, "$hurry", { value: hurry });
  },
  // Counts pings and violations of the policy in `unanswered`. After its `begin`, workers do not receive queries.
  unanswered() {
    const seen = { pings: 0, blocked: [], begin: () => (drops = true) };
    let drops = false;
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      seen.blocked.push(`${effectiveDirective} ${blockedURI}`),
    );
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...message) {
      const name = message[0]?.path?.[0];
      if (name === "ping") seen.pings++;
      if (!drops || name !== "query") postMessage.apply(this, message);
    };
    globalThis.unanswered = seen;
  },
  // Returns the user's position: the upper visible rows, their offsets, and the focused element.
  position() {
    const list = $deep("unspool-list");
    const edges = list.getBoundingClientRect();
    const upper = $$deep("unspool-row")
      .map((row) => ({ row, ...row.getBoundingClientRect().toJSON() }))
      .filter(({ top, bottom }) => bottom > edges.top && top < edges.top + 200);
    const lines = upper.map(({ row, top }) => [row.row.key, Math.round(top), $text(row)].join(" "));
    return [list.scrollTop, $deep("unspool-row:focus")?.row?.key, ...lines].join("\n");
  },
  // Counts searches in disk.finds and lets them fail while disk.dead is true, from the next load on, which ends after
  // disk.end.
  failSearches() {
    disk.finds = 0;
    disk.answer({
      query: (ask, name, request) => {
        if (name === "find") disk.finds++;
        if (name === "find" && disk.dead) return Promise.reject({ code: "crashed", detail: "gone", path: "" });
        return ask(name, request);
      },
      load: (ask, ...given) => ask(...given).then(async (loaded) => (await disk.end, loaded)),
    });
  },
});
