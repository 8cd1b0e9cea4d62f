// What the benchmark runs in Chromium. The same file is the script of the
// benchmark's own page, the script of that page's worker, and, through the
// harness, a probe in the page of the built site.
(() => {
  // In the worker: other ways to read a file.

  const engines = {
    /** Reads to the end and does nothing else: no parser can be faster. */
    async read(file, size) {
      const reader = file.stream().getReader({ mode: "byob" });
      let bytes = 0;
      for (let buffer = new ArrayBuffer(size); ; ) {
        const { done, value } = await reader.read(new Uint8Array(buffer));
        if (done) return { bytes };
        bytes += value.byteLength;
        buffer = value.buffer;
      }
    },

    /** What a page does that has no parser of its own: everything becomes objects, grouped by message. */
    async plain(file) {
      const records = [];
      const messages = new Map();
      for (const line of (await file.text()).split("\n")) {
        if (line === "") continue;
        const record = JSON.parse(line);
        records.push(record);
        const id = record.message?.id;
        if (id === undefined) continue;
        const message = messages.get(id);
        if (message === undefined) messages.set(id, [record]);
        else message.push(record);
      }
      globalThis.kept = { records, messages };
      return { bytes: file.size, lines: records.length, messages: messages.size };
    },
  };

  if (globalThis.document === undefined) {
    globalThis.onmessage = async ({ data: { engine, file, size } }) => {
      try {
        postMessage(file === undefined ? {} : await engines[engine](file, size));
      } catch (error) {
        postMessage({ error: String(error) });
      }
    };
    return;
  }

  // In the benchmark's own page.

  if (document.querySelector("unspool-app") === null) {
    const url = new URL("bench.js", document.baseURI).href;
    // The site's policy knows one policy name only.
    const trusted = trustedTypes.createPolicy("unspool-worker", { createScriptURL: () => url });
    const worker = new Worker(trusted.createScriptURL(url), { type: "module" });
    const ask = (what) =>
      new Promise((resolve, reject) => {
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data }) => (data.error === undefined ? resolve(data) : reject(new Error(data.error)));
        worker.postMessage(what);
      });
    /** Lets an engine read the chosen file in the worker, and tells what it found and how long it took. */
    globalThis.benchEngine = async (engine, size) => {
      await ask({}); // the worker is there
      const [file] = document.querySelector("input").files;
      const start = performance.now();
      const found = await ask({ engine, file, size });
      return { ...found, ms: performance.now() - start };
    };
    return;
  }

  // In the page of the built site.

  /** Resolves after what is in the page now was painted. */
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(undefined);
      }),
    );

  /**
   * Waits as long as a quick reader needs to find the file to open, then
   * watches the load of the next file that is chosen.
   */
  globalThis.benchWatch = async () => {
    const viewer = document.querySelector("unspool-session");
    let parser;
    const make = viewer.parserFactory;
    viewer.dispose();
    viewer.parserFactory = (assets) => (parser = make(assets));
    viewer.prepare();
    await parser.api.sessions(); // compiled, however slow the machine
    await new Promise((resolve) => setTimeout(resolve, 1000));

    const seen = { first: 0, complete: 0, blocks: [] };
    let start = 0;
    let last = 0;
    // A task that is long by the browser's word, or two timers far apart.
    const block = (from, ms) => ms > 20 && seen.blocks.push([Math.round(from - start), Math.round(ms)]);
    const tasks = new PerformanceObserver((list) => {
      for (const task of list.getEntries()) if (task.startTime + task.duration > start) block(task.startTime, task.duration);
    });
    const beat = () => {
      const now = performance.now();
      block(last, now - last - 4);
      last = now;
      if (seen.complete === 0) setTimeout(beat, 4);
    };
    const rows = new MutationObserver(() => {
      if (viewer.shadowRoot.querySelector("unspool-row[data-kind]:not([data-kind=waiting])") === null) return;
      rows.disconnect();
      painted().then((now) => (seen.first = now - start));
    });
    globalThis.benchSeen = new Promise((resolve, reject) => {
      viewer.addEventListener("unspool-error", (event) => reject(new Error(JSON.stringify(event.detail))));
      viewer.addEventListener("unspool-ready", async () => {
        const now = await painted();
        seen.complete = now - start;
        beat();
        for (const task of tasks.takeRecords()) block(task.startTime, task.duration);
        resolve({
          ...seen,
          memory: await parser.api.memory(),
          rows: (await parser.api.rows(0, 0, 1)).total,
          summary: await viewer.summary(),
        });
      });
    });
    globalThis.benchSeen.catch(() => undefined); // whoever waits for it hears it
    addEventListener(
      "change",
      () => {
        start = last = performance.now();
        tasks.observe({ type: "longtask" });
        rows.observe(viewer.shadowRoot, { subtree: true, childList: true, attributeFilter: ["data-kind"] });
        setTimeout(beat, 4);
      },
      { capture: true, once: true },
    );
  };

  /** Resolves when the next file is read. */
  globalThis.benchReady = new Promise((resolve) => addEventListener("unspool-ready", () => resolve(undefined), { once: true }));

  /** Does things so many times, and notes how long each frame took in the page's one thread, until it was painted. */
  const measured = () => {
    const frames = [];
    const run = async (what, times, step) => {
      for (let i = 0; i < times; i++) {
        step(i);
        const ms = await new Promise((resolve) =>
          requestAnimationFrame((start) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - start); // this frame is painted
            port2.postMessage(undefined);
          }),
        );
        frames.push({ what, ms });
      }
    };
    return { frames, run };
  };

  /** Scrolls through the conversation as a reader may, and tells how long each frame took. */
  globalThis.benchScroll = async () => {
    const list = document.querySelector("unspool-session").shadowRoot.querySelector("unspool-list");
    const { frames, run } = measured();
    const press = (key) => () =>
      (list.getRootNode().activeElement ?? list).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
    await run("wheel", 200, () => (list.scrollTop += 900));
    await run("drag", 60, (i) => (list.scrollTop = (list.scrollHeight - list.clientHeight) * (0.5 + 0.5 * Math.sin(i))));
    await run("lines", 200, press("j"));
    await run("turns", 100, press("n"));
    await run("open all", 1, press("e"));
    await run("wheel, all open", 200, () => (list.scrollTop += 900));
    return { rows: Number(list.querySelector("unspool-row").getAttribute("aria-setsize")), frames };
  };

  /** Zooms and pans the timeline, and tells how long each frame took. */
  globalThis.benchTimeline = async () => {
    const root = document.querySelector("unspool-session").shadowRoot;
    let list;
    while ((list = root.querySelector("unspool-timeline")?.shadowRoot.querySelector(".list")) == null) await new Promise((resolve) => requestAnimationFrame(resolve));
    const entries = () => Number(list.getAttribute("aria-label").replace(/\D/g, ""));
    while (entries() < 100_000) await new Promise((resolve) => setTimeout(resolve, 50));
    const box = list.getBoundingClientRect();
    const { frames, run } = measured();
    const wheel = (deltaX, deltaY, ctrlKey) =>
      list.dispatchEvent(new WheelEvent("wheel", { deltaX, deltaY, ctrlKey, clientX: box.left + box.width / 3, clientY: box.top + 50, bubbles: true, composed: true, cancelable: true }));
    const move = (share) =>
      list.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + box.width * share, clientY: box.top + 50, bubbles: true, composed: true, pointerId: 1, pointerType: "mouse" }));
    await run("nothing", 200, () => undefined);
    await run("hover", 100, (i) => move(i / 100));
    await run("zoom in", 80, () => wheel(0, -30, true));
    await run("pan", 150, (i) => wheel(i % 60 < 30 ? 120 : -120, 0, false));
    await run("zoom out", 80, () => wheel(0, 30, true));
    await run("zoom a little", 6, () => wheel(0, -60, true));
    await run("pan, far out", 100, (i) => wheel(i % 60 < 30 ? 60 : -60, 0, false));
    return { entries: entries(), frames };
  };

  /** All roots of shadow trees in and below a node. */
  const roots = (node) => {
    const found = node instanceof ShadowRoot ? [node] : [];
    for (const one of node.querySelectorAll("*")) if (one.shadowRoot !== null) found.push(...roots(one.shadowRoot));
    return found;
  };

  const QUIET = 400; // ms without a change: then it is done

  /**
   * Does something, and tells how long it was, in ms, until what was asked for was painted, and until
   * the last change in the viewer was: what is below, or comes in stretches, may follow.
   */
  const until = async (viewer, act, there) => {
    const start = performance.now();
    let shown;
    let settled = start;
    const look = (now) => {
      if (shown !== undefined || !there()) return;
      shown = now;
      settled = Math.max(settled, now);
    };
    const watched = new Set();
    const changes = new MutationObserver(() =>
      painted().then((now) => {
        settled = now;
        look(now);
      }),
    );
    const watch = () => {
      for (const root of roots(viewer.shadowRoot)) {
        if (watched.has(root)) continue;
        watched.add(root);
        changes.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      }
    };
    watch();
    act();
    do {
      const now = await painted();
      watch();
      look(now);
    } while (shown === undefined || performance.now() - settled < QUIET);
    changes.disconnect();
    return { ms: shown - start, settled: settled - start };
  };

  /** What shows that a view or pane is there, with something in it. */
  const content = {
    usage: ["unspool-usage", "tbody tr"],
    files: ["unspool-file-list", "[role=option]"],
    records: ["unspool-records", "svg.bar"],
    conversation: ["unspool-list", "unspool-row"],
    outline: ["unspool-outline", "[role=treeitem]"],
    inspector: ["unspool-inspector", "details"],
    filter: ["unspool-filters", "button"],
  };

  /** Opens the views of a large session, jumps about and searches: how long each step took, and the heap of the page in bytes. */
  globalThis.benchViews = async () => {
    const viewer = document.querySelector("unspool-session");
    const inside = (selector) => [viewer.shadowRoot, ...roots(viewer.shadowRoot)].map((root) => root.querySelector(selector)).find((one) => one !== null);
    const button = (name) => [...viewer.shadowRoot.querySelectorAll(".viewbar button")].find((one) => (one.ariaLabel ?? one.textContent).trim().toLowerCase() === name);
    const steps = [];
    const step = async (what, act, there) => {
      const { ms, settled } = await until(viewer, act, there);
      steps.push({ what, ms }, { what: `${what}, settled`, ms: settled });
    };
    const isThere = (name) => () => {
      const [host, part] = content[name];
      const there = inside(host);
      return there?.checkVisibility({ visibilityProperty: true }) === true && [there, ...roots(there.shadowRoot ?? there)].some((root) => root.querySelector(part) !== null);
    };
    await until(viewer, () => undefined, isThere("conversation"));
    for (let round = 0; round < 3; round++) {
      for (const name of ["usage", "files", "records", "conversation"]) await step(name, () => button(name).click(), isThere(name));
      for (const name of ["outline", "inspector", "filter"]) {
        const open = isThere(name);
        if (open()) await until(viewer, () => button(name).click(), () => !open());
        await step(name, () => button(name).click(), open);
      }
    }
    button("filter").click();
    button("inspector").click();
    const { api } = viewer.held;
    const list = inside("unspool-list");
    const { total } = await api.ask("outline", 0, 0, 1);
    for (const part of [0.1, 0.9, 0.5, 0.3, 0.7]) {
      const { entries } = await api.ask("outline", 0, Math.floor(total * part), 1);
      const isInSight = () => {
        const row = [...list.querySelectorAll("unspool-row:not([data-kind=waiting])")].find((one) => one.row?.key === entries[0].key);
        const edges = list.getBoundingClientRect();
        const { top } = row?.getBoundingClientRect() ?? { top: -Infinity };
        return top >= edges.top - 1 && top < edges.bottom;
      };
      await step("jump to a turn", () => void viewer.goTo(entries[0].key), isInSight);
    }
    for (const text of ["summary", "a word that is nowhere in it", "Before the worker is known"]) {
      const start = performance.now();
      let first = 0;
      for (let from = 0; from >= 0; ) {
        const found = await api.ask("matches", 0, text, "", "", "", "", from);
        if (first === 0 && (found.matches?.length ?? 0) > 0) first = performance.now() - start;
        from = found.next;
      }
      if (first > 0) steps.push({ what: "first matches", ms: first });
      steps.push({ what: "all matches", ms: performance.now() - start });
    }
    return { steps, heap: performance.memory?.usedJSHeapSize ?? 0 };
  };
})();
