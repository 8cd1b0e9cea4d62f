// Functions that frame_test.go, frame_guard_test.go and frame_docs_test.go call in the page.
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
  // Records the messages of a frame in `heard`, and asks it to respond.
  listen() {
    globalThis.heard = [];
    addEventListener("message", ({ source, data }) => {
      globalThis.heard.push(data);
      if (data.type === "hello") source.postMessage({ unspool: 1, type: "ping" }, "*");
    });
  },
  // Dispatches a message of each type in the viewer's frame, with a source and an origin that a browser would not give.
  forge(source, origin) {
    const data = { unspool: 1, id: "evil", theme: "dark", uuid: "x", bytes: new ArrayBuffer(3), title: "Evil" };
    const from = { source: { own: window, parent: window.parent }[source] ?? null, origin };
    for (const type of ["ping", "set", "goTo", "load"])
      dispatchEvent(new MessageEvent("message", { data: { ...data, type }, ...from }));
  },
  // Lets a frame beside the viewer's send it a file, and waits until the viewer has received that.
  async sendFromBeside() {
    const beside = document.createElement("iframe");
    const tag = "script"; // this file is part of a page
    beside.srcdoc = `<${tag}>
      parent.frames[0].postMessage({ unspool: 1, type: "load", id: "evil", bytes: new ArrayBuffer(3) }, "*");
      parent.postMessage("sent", "*");
    </${tag}>`;
    const sent = new Promise((done) => addEventListener("message", ({ data }) => data === "sent" && done()));
    document.body.append(beside);
    await sent;
    await globalThis.ask({ type: "ping" });
  },
  // Returns the types of events whose default action the page prevents.
  preventedEvents() {
    const options = { bubbles: true, cancelable: true };
    const dataTransfer = new DataTransfer();
    return [
      ...["dragenter", "dragover", "drop"].map((type) => new DragEvent(type, { dataTransfer, ...options })),
      new ClipboardEvent("paste", { clipboardData: dataTransfer, ...options }),
      new KeyboardEvent("keydown", { key: "?", ...options }),
    ]
      .filter((event) => !document.body.dispatchEvent(event))
      .map(({ type }) => type)
      .join();
  },
  // Loads a file three times at once, and returns the replies.
  async loadThrice(url) {
    const bytes = await (await fetch(url)).arrayBuffer();
    const answers = [1, 2, 3].map(() => globalThis.ask({ type: "load", bytes: bytes.slice(0) }));
    return (await Promise.all(answers)).map((one) => one.code ?? one.type);
  },
  // Loads a long file, searches it, and loads a short one meanwhile. Returns the replies, and whether the short one has
  // a record.
  async replacePending(url, uuid) {
    const { ask } = globalThis;
    const bytes = await (await fetch(url)).arrayBuffer();
    const long = ask({ type: "load", file: new Blob(Array(Math.ceil(6e6 / bytes.byteLength)).fill(bytes)) });
    const waiting = Array.from({ length: 90 }, () => ask({ type: "search", text: "harbour" }));
    const short = ask({ type: "load", bytes });
    const answers = (await Promise.all([long, ...waiting])).map((one) => one.code ?? one.type);
    const { type } = await short;
    const { found } = await ask({ type: "goTo", uuid });
    return [...new Set(answers), type, found].join();
  },
  // Goes to a record in one frame and loads an invalid file in another. Returns the replies, and the numbers of errors
  // and of sessions that the frames reported by themselves.
  async askBoth(uuid) {
    const { ask, of } = globalThis;
    const one = await ask({ type: "goTo", uuid }, "a");
    const other = await ask({ type: "load", bytes: new TextEncoder().encode("?") }, "b");
    return [one.type, other.code, of("error", "a").length, of("ready", "b").length].join();
  },
  // Sends a transcript to the frame of the docs' example, as soon as that responds.
  async loadInExample(text) {
    /* global frame, knock */
    const here = new Promise((done) => addEventListener("message", ({ data }) => data.type === "pong" && done()));
    knock();
    await here;
    frame.contentWindow.postMessage({ unspool: 1, type: "load", bytes: new TextEncoder().encode(text) }, "*");
  },
});
