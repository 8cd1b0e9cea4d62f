// Uses the page of the built site like a user, after load.js, and returns how long it took. Repeated actions are run
// this `part` of the times.
(() => {
  const { painted, viewer, roots, inside, when } = bench;

  /** Resolves when the next file is read. */
  const ready = new Promise((resolve, reject) => {
    addEventListener("unspool-ready", () => resolve(undefined), { once: true });
    addEventListener("unspool-error", (event) => reject(new Error(JSON.stringify(event.detail))), { once: true });
  });
  ready.catch(() => undefined); // the caller receives it

  /**
   * Runs this part of a number of actions, and records how long each frame occupied the main thread, until it was
   * painted. After each, `look` is called.
   */
  const measured = (part, look = () => undefined) => {
    const frames = [];
    const run = async (what, times, step) => {
      for (let i = 0; i < times * part; i++) {
        step(i);
        const ms = await new Promise((resolve) =>
          requestAnimationFrame((start) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - start); // this frame is painted
            port2.postMessage(undefined);
          }),
        );
        frames.push({ what, ms });
        look(what);
      }
    };
    return { frames, run };
  };

  const press = (key) => {
    const on = viewer().shadowRoot.activeElement ?? viewer().shadowRoot.querySelector("unspool-list");
    on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
  };

  const PARTS = [0.02, 0.25, 0.5, 0.75, 0.98]; // of the height of the list, where a row is searched for
  const ROOM = 110; // px without rows before the first and after the last

  /** Reports whether some visible position has no row, or one that is not loaded. */
  const isBlank = (list) => {
    const box = list.getBoundingClientRect();
    return PARTS.some((part) => {
      const below = box.height * part;
      if (list.scrollTop + below < 10 || list.scrollTop + below > list.scrollHeight - ROOM) return false;
      const row = list
        .getRootNode()
        .elementFromPoint(box.left + box.width / 2, box.top + below)
        ?.closest("unspool-row");
      return row == null || row.dataset.kind === "waiting";
    });
  };

  const isInSight = (list, key) => {
    const row = [...list.querySelectorAll("unspool-row:not([data-kind=waiting])")].find((one) =>
      one.row?.key.startsWith(key),
    );
    const edges = list.getBoundingClientRect();
    const { top } = row?.getBoundingClientRect() ?? { top: -Infinity };
    return top >= edges.top - 1 && top < edges.bottom;
  };

  const MISSED = 10_000; // ms after which a jump counts as missed

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /**
   * Scrolls through a conversation like a user, and jumps in it: records how long each frame took, how many had blank
   * rows, and how many jumps reached their row.
   */
  const scroll = async (turns, part) => {
    await ready;
    const list = inside("unspool-list");
    const blank = [];
    const { frames, run } = measured(part, (what) => isBlank(list) && blank.push(what));
    await run("wheel", 200, () => (list.scrollTop += 900));
    await run(
      "drag",
      60,
      (i) => (list.scrollTop = (list.scrollHeight - list.clientHeight) * (0.5 + 0.5 * Math.sin(i))),
    );
    await run("lines", 200, () => press("j"));
    await run("turns", 100, () => press("n"));
    await run("open all", 1, () => press("e"));
    await run("wheel, all open", 200, () => (list.scrollTop += 900));
    const jumps = [];
    for (const place of [0.1, 0.9, 0.5, 0.3, 0.7, 0.99, 0.01, 0.6, 0.2, 0.8].slice(0, Math.ceil(10 * part))) {
      const key = `u${Math.floor(turns * place)}`;
      const start = performance.now();
      const lands = viewer().goTo(key);
      const isOver = () => performance.now() - start > MISSED;
      const ms = (await when(() => isInSight(list, `${key}#`) || isInSight(list, key) || isOver())) - start;
      await lands;
      await pause(QUIET); // it must stay there
      jumps.push({ ms, landed: isInSight(list, key) });
    }
    return { rows: Number(list.querySelector("unspool-row").getAttribute("aria-setsize")), frames, blank, jumps };
  };

  /** Zooms and pans a timeline of at least this number of entries, and returns how long each frame took. */
  const timeline = async (least, part) => {
    await ready;
    await when(() => inside("unspool-timeline")?.shadowRoot.querySelector(".list"));
    const list = inside("unspool-timeline").shadowRoot.querySelector(".list");
    const entries = () => Number(list.getAttribute("aria-label").replace(/\D/g, ""));
    while (entries() < least) await pause(50);
    const box = list.getBoundingClientRect();
    const { frames, run } = measured(part);
    const at = { clientY: box.top + 50, bubbles: true, composed: true, cancelable: true };
    const wheel = (deltaX, deltaY, ctrlKey) =>
      list.dispatchEvent(
        new WheelEvent("wheel", { ...at, deltaX, deltaY, ctrlKey, clientX: box.left + box.width / 3 }),
      );
    const move = (share) =>
      list.dispatchEvent(
        new PointerEvent("pointermove", {
          ...at,
          clientX: box.left + box.width * share,
          pointerId: 1,
          pointerType: "mouse",
        }),
      );
    await run("nothing", 200, () => undefined);
    await run("hover", 100, (i) => move(i / 100));
    await run("zoom in", 80, () => wheel(0, -30, true));
    await run("pan", 150, (i) => wheel(i % 60 < 30 ? 120 : -120, 0, false));
    await run("zoom out", 80, () => wheel(0, 30, true));
    await run("zoom a little", 6, () => wheel(0, -60, true));
    await run("pan, far out", 100, (i) => wheel(i % 60 < 30 ? 60 : -60, 0, false));
    return { entries: entries(), frames };
  };

  const QUIET = 400; // ms without a change: then it has finished

  /**
   * Runs an action, and returns how long it took, in ms, until the result was painted, and until the last change in the
   * viewer: what is below, or loaded in pieces, may follow.
   */
  const until = async (act, there) => {
    const start = performance.now();
    let shown;
    let settled = start;
    const look = (now) => {
      if (shown !== undefined || !there()) return;
      performance.mark("shown");
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
      for (const root of roots(viewer().shadowRoot)) {
        if (watched.has(root)) continue;
        watched.add(root);
        changes.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      }
    };
    watch();
    performance.mark("clicked");
    act();
    do {
      const now = await painted();
      watch();
      look(now);
    } while (shown === undefined || performance.now() - settled < QUIET);
    changes.disconnect();
    return { ms: shown - start, settled: settled - start };
  };

  /** Selectors that match once a view or pane has content. */
  const content = {
    usage: ["unspool-usage", "tbody tr"],
    files: ["unspool-file-list", "[role=option]"],
    records: ["unspool-records", "svg.bar"],
    conversation: ["unspool-list", "unspool-row"],
    outline: ["unspool-outline", "[role=treeitem]"],
    inspector: ["unspool-inspector", "details"],
    filter: ["unspool-filters", "button"],
  };

  const isThere = (name) => () => {
    const [host, part] = content[name];
    const there = inside(host);
    return (
      there?.checkVisibility({ visibilityProperty: true }) === true &&
      [there, ...roots(there.shadowRoot ?? there)].some((root) => root.querySelector(part) !== null)
    );
  };

  const button = (name) =>
    [...viewer().shadowRoot.querySelectorAll(".viewbar button")].find(
      (one) => (one.ariaLabel ?? one.textContent).trim().toLowerCase() === name,
    );

  /** Opens a view or a pane for the first time. */
  const view = async (name) => {
    await ready;
    await pause(1000); // work after opening is done
    return until(() => button(name).click(), isThere(name));
  };

  /** Opens the views and panes of a session, and jumps to turns of it: how long each step took. */
  const views = async (part) => {
    await ready;
    const steps = [];
    const step = async (what, act, there) => {
      const { ms, settled } = await until(act, there);
      steps.push({ what, ms, settled });
    };
    await until(
      () => undefined,
      () => isThere("conversation")() && button("usage") !== undefined,
    );
    for (let round = 0; round < 3 * part; round++) {
      for (const name of ["usage", "files", "records", "conversation"])
        await step(name, () => button(name).click(), isThere(name));
      for (const name of ["outline", "inspector", "filter"]) {
        const open = isThere(name);
        if (open())
          await until(
            () => button(name).click(),
            () => !open(),
          );
        await step(name, () => button(name).click(), open);
      }
    }
    button("filter").click();
    button("inspector").click();
    const { api } = viewer().exportSource;
    const list = inside("unspool-list");
    const { total } = await api.query("outline", { session: 0, from: 0, count: 1 });
    for (const place of [0.1, 0.9, 0.5, 0.3, 0.7]) {
      const { entries } = await api.query("outline", { session: 0, from: Math.floor(total * place), count: 1 });
      await step(
        "jump to a turn",
        () => void viewer().goTo(entries[0].key),
        () => isInSight(list, entries[0].key),
      );
    }
    return { steps };
  };

  /**
   * Searches a session for words, one after the other: records how long it took until the first matches were painted (0
   * for none), and until all were known.
   */
  const find = async (...texts) => {
    await ready;
    await pause(1000); // work after opening is done
    press("/");
    await when(() => inside("unspool-find")?.shadowRoot.querySelector("input"));
    const pane = inside("unspool-find").shadowRoot;
    const type = (text) => {
      const field = pane.querySelector("input");
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    };
    const found = [];
    for (const text of texts) {
      type("");
      await when(() => pane.querySelector(".found") === null);
      await pause(QUIET);
      const start = performance.now();
      performance.mark("typed");
      type(text);
      let first = 0;
      const matches = () => inside("unspool-found")?.shadowRoot.querySelector(".match") != null;
      const all = await when(() => {
        if (first === 0 && matches()) first = performance.now() - start;
        return pane.querySelector(".found")?.ariaBusy === "false";
      });
      performance.mark("found");
      if (first === 0 && matches()) first = all - start;
      found.push({ first, all: all - start, said: pane.querySelector(".count").textContent });
    }
    return found;
  };

  /** Opens the Share dialog: how long it took until the values were listed, and until the page could be saved. */
  const share = async () => {
    await ready;
    await pause(1000); // work after opening is done
    const start = performance.now();
    performance.mark("shared");
    const everywhere = (selector) =>
      [document, ...roots(document)].flatMap((root) => [...root.querySelectorAll(selector)]);
    everywhere("button")
      .find((button) => button.textContent.trim() === "Share")
      .click();
    await when(() => everywhere("unspool-share").length > 0);
    // Looking for it again in each frame would take a part of the processor.
    const dialog = everywhere("unspool-share").at(0).shadowRoot;
    const checked = await when(() => dialog.querySelector(".warning") != null);
    performance.mark("checked");
    const made = await when(() => dialog.querySelector(".primary").ariaDisabled === "false");
    return { checked: checked - start, made: made - start };
  };

  Object.assign(bench, { scroll, timeline, view, views, find, share });
})();
