// Functions that frame_test.go and frame_guard_test.go call in the page.
({
  // Defines functions for the page around frames to send messages to them, and records their messages in `heard` by the
  // frame's ID. The docs show how authors do it.
  talk() {
    const heard = {};
    const frame = (id = "a") => document.getElementById(id);
    const say = (message, id = "a", transfer = []) =>
      frame(id).contentWindow.postMessage({ unspool: 1, ...message }, "*", transfer);
    const of = (type, id = "a") => heard[id]?.filter((one) => one.type === type) ?? [];
    addEventListener("message", ({ source, origin, data }) => {
      for (const one of document.querySelectorAll("iframe")) {
        if (source !== one.contentWindow) continue;
        (heard[one.id] ??= []).push({ origin, ...data });
        if (data.type === "hello" && !one.dataset.silent) say({ type: "ping", id: "first" }, one.id);
      }
    });
    // The reply to one request.
    let asked = 0;
    const ask = (message, id = "a", transfer = []) =>
      new Promise((answer) => {
        const name = "ask " + ++asked;
        addEventListener("message", function hear({ source, data }) {
          if (source !== frame(id).contentWindow || data.id !== name) return;
          removeEventListener("message", hear);
          answer(data);
        });
        say({ id: name, ...message }, id, transfer);
      });
    Object.assign(globalThis, { heard, frame, say, of, ask });
  },
  // Sends invalid and excessive messages, and waits until they have arrived.
  async sendNonsense() {
    const target = globalThis.frame().contentWindow;
    const ring = { unspool: 1, type: "load" };
    ring.bytes = ring;
    ring.files = [ring];
    const deep = {};
    let at = deep;
    for (let i = 0; i < 500; i++) at = at.a = {};
    const post = (data) => target.postMessage(data, "*");
    for (const data of [
      null,
      undefined,
      0,
      "ping",
      "PING",
      [],
      [1],
      {},
      { unspool: 1 },
      { type: "ping" },
      { unspool: "1", type: "ping" },
      { unspool: 2, type: "set", theme: "dark" },
      { unspool: 1, type: "__proto__" },
      { unspool: 1, type: "constructor" },
      { unspool: 1, type: "toString" },
      { unspool: 1, type: {} },
      { unspool: 1, type: "eval", code: "1" },
      ring,
      deep,
      { unspool: 1, type: "load", bytes: deep },
      { unspool: 1, type: "load", files: { length: 1e9 } },
      { unspool: 1, type: "load", files: Array(1e6) },
      { unspool: 1, type: "load", url: "x".repeat(1e6) },
      { unspool: 1, type: "load", url: ["https://a.invalid/"] },
      { unspool: 1, type: "load", bytes: new Uint8Array(3), url: "x" },
      { unspool: 1, type: "load", bytes: new ArrayBuffer(3, { maxByteLength: 9 }) },
      { unspool: 1, type: "load", bytes: new Uint8Array(3), name: 7 },
      { unspool: 1, type: "load", files: [{ path: "x".repeat(5000), bytes: new Uint8Array(3) }] },
      { unspool: 1, type: "load", files: [] },
      { unspool: 1, type: "load", title: {} },
      { unspool: 1, type: "set", theme: {} },
      { unspool: 1, type: "set", lang: "x".repeat(1e5) },
      { unspool: 1, type: "set", title: 1 },
      { unspool: 1, type: "goTo" },
      { unspool: 1, type: "goTo", uuid: { toString: "x" } },
      { unspool: 1, type: "search", text: "" },
      { unspool: 1, type: "search", text: new Map() },
      new Map([["unspool", 1]]),
      new Date(),
      new Error("x"),
      new Blob(["x"]),
      /x/,
      10n,
      Object.assign([], { unspool: 1 }),
    ])
      post(data);
    await globalThis.ask({ type: "ping" });
  },
  // Opens the viewer in a window, and returns its reply.
  async askWindow() {
    const made = open("embed.html#v=1&src=sample/files.json");
    let answered = "nothing";
    addEventListener("message", ({ data }) => (answered = data.type));
    while (made.document.querySelector?.("unspool-session") == null) await new Promise((done) => setTimeout(done, 20));
    for (let i = 0; i < 10; i++) {
      made.postMessage({ unspool: 1, type: "ping" }, "*");
      await new Promise((done) => setTimeout(done, 20));
    }
    made.close();
    return answered;
  },
});
