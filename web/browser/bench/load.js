// Observes the page of the built site while it loads the next choice.
(() => {
  /**
   * Resolves with the time after the current content of the page was painted: of the first task after that frame. With
   * a message, timers that the page set for after the paint came before it, and were counted.
   */
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        void scheduler.postTask(() => resolve(performance.now()), { priority: "user-blocking" });
      }),
    );

  const viewer = () => document.querySelector("unspool-session");

  /** Returns all shadow roots in and below a node. */
  const roots = (node) => {
    const found = node instanceof ShadowRoot ? [node] : [];
    for (const one of node.querySelectorAll("*")) if (one.shadowRoot !== null) found.push(...roots(one.shadowRoot));
    return found;
  };

  /** Returns the first existing element of the viewer, in any shadow tree. */
  const inside = (selector) => {
    const root = viewer().shadowRoot;
    return (
      root.querySelector(selector) ??
      roots(root)
        .map((one) => one.querySelector(selector))
        .find((one) => one !== null) ??
      null
    );
  };

  /** Checks after each frame until a value is available, and returns when that was painted. */
  const when = async (look) => {
    while (!look()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return painted();
  };

  const row = () => viewer().shadowRoot.querySelector("unspool-row[data-kind]:not([data-kind=waiting])");

  /**
   * Waits as long as a fast user needs to find the file to open; the choice then starts the measurement. Resolves when
   * the choice can be made.
   */
  const arm = async (begin) => {
    viewer().dispose();
    await viewer().prepare(); // compiled, however slow the machine
    await new Promise((resolve) => setTimeout(resolve, 1000));
    let failed;
    const failure = new Promise((_, reject) => (failed = reject));
    viewer().addEventListener("unspool-error", (event) => failed(new Error(JSON.stringify(event.detail))));
    const ready = new Promise((resolve) => viewer().addEventListener("unspool-ready", resolve, { once: true }));
    globalThis.seen = new Promise((resolve, reject) => {
      failure.catch(reject);
      const chosen = () => {
        performance.mark("chosen");
        begin(performance.now(), ready).then(resolve, reject);
      };
      addEventListener("change", chosen, {
        capture: true,
        once: true,
      });
    });
    globalThis.seen.catch(() => undefined); // the caller receives it
  };

  /** Records tasks of the page's main thread that the browser reports as long, and timers that fire late. */
  const blocks = (start) => {
    const found = [];
    let last = start;
    let over = false;
    const block = (from, ms) => ms > 20 && found.push([Math.round(from - start), Math.round(ms)]);
    // The browser makes the files of a folder in the task of the choice: 0.3 ms each.
    const note = (tasks) =>
      tasks.forEach(({ startTime, duration }) => {
        const from = Math.max(start, startTime);
        block(from, startTime + duration - from);
      });
    const tasks = new PerformanceObserver((list) => note(list.getEntries()));
    tasks.observe({ type: "longtask" });
    const beat = () => {
      const now = performance.now();
      block(last, now - last - 4);
      last = now;
      if (!over) setTimeout(beat, 4);
    };
    setTimeout(beat, 4);
    return () => {
      over = true;
      beat();
      note(tasks.takeRecords());
      tasks.disconnect();
      return found;
    };
  };

  /** Measures how a session is opened: when its first rows were painted, when it was complete, and what was read. */
  const watchSession = () =>
    arm(async (start, ready) => {
      const end = blocks(start);
      let first = 0;
      const rows = new MutationObserver(() => {
        if (row() === null) return;
        rows.disconnect();
        painted().then((now) => {
          first = now - start;
          performance.mark("first rows painted");
        });
      });
      rows.observe(viewer().shadowRoot, { subtree: true, childList: true, attributeFilter: ["data-kind"] });
      await ready;
      performance.mark("complete");
      const complete = (await painted()) - start;
      performance.mark("complete and painted");
      const { api } = viewer().exportSource;
      return {
        first,
        complete,
        blocks: end(),
        memory: await api.memory(),
        rows: (await api.query("rows", { session: 0, from: 0, count: 1 })).total,
        summary: await viewer().summary(),
      };
    });

  const total = (key) => (viewer().exportSource?.sessions ?? []).reduce((sum, session) => sum + session[key], 0);

  /**
   * Measures how a folder is opened: when its list showed this number of sessions, in these words, and when this number
   * of turns was known. With `enter`, also how long it took until rows of one of them were rendered.
   */
  const watchFolder = (words, turns, enter) =>
    arm(async (start, ready) => {
      const end = blocks(start);
      const listed = await when(
        () =>
          inside(".chooser .note")?.textContent.replace(/\s/g, " ").includes(words) &&
          inside(".chooser .entry") !== null,
      );
      performance.mark("listed");
      let entered = 0;
      if (enter) {
        [...viewer().shadowRoot.querySelectorAll(".chooser .entry")].at(3).click();
        entered = (await when(() => row() !== null)) - listed;
      }
      await ready;
      const complete = await when(() => total("turns") >= turns);
      performance.mark("complete and painted");
      const { api, sessions } = viewer().exportSource;
      return {
        listed: listed - start,
        entered,
        complete: complete - start,
        blocks: end(),
        memory: await api.memory(),
        sessions: sessions.length,
        turns: total("turns"),
      };
    });

  globalThis.bench = { painted, viewer, roots, inside, when, watchSession, watchFolder };
})();
