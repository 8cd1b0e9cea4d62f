// Functions that corpus_test.go calls in the page.
({
  // Walks through the conversation on the screen to its end by keys: line by line, opening and closing some, sometimes
  // by turns. Returns the number of keys, and what was wrong.
  async walk() {
    const list = $deep("unspool-list");
    const found = [];
    const focused = () => list.getRootNode().activeElement;
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const press = (key) =>
      (focused() ?? list).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }),
      );
    const place = () => Number(focused()?.closest("unspool-row")?.dataset.index ?? -1);
    const until = async (done) => {
      for (const end = performance.now() + 10_000 * $slowness; !done() && performance.now() < end;)
        await new Promise((next) => setTimeout(next));
      return done();
    };
    const wrongNow = () => {
      const row = focused()?.closest("unspool-row");
      const edge = list.getBoundingClientRect();
      const box = row?.getBoundingClientRect();
      return row == null
        ? "the focus is lost"
        : row.dataset.kind === "waiting"
          ? "a row that is not there has the focus"
          : $text(row) === "" && !row.querySelector("img, hr")
            ? "a row says nothing"
            : box.bottom < edge.top + 1 || box.top > edge.bottom - 1
              ? "the row with the focus is out of sight"
              : "";
    };
    // The content of a row may still be loading, and move it.
    const look = async (key) => {
      if (await until(() => wrongNow() === "")) return;
      const row = focused()?.closest("unspool-row");
      const box = row?.getBoundingClientRect();
      const wrong = wrongNow();
      if (found.length < 5)
        found.push(
          wrong +
            ", row " +
            row?.dataset.index +
            " " +
            row?.dataset.kind +
            " after " +
            key +
            " [" +
            Math.round(box?.top) +
            " to " +
            Math.round(box?.bottom) +
            "]",
        );
    };
    press("Home");
    await until(() => place() === 0);
    await frame();
    let keys = 0;
    const last = () => list.context.conversation.total - 1; // opening and closing takes a moment
    for (; place() < last() && keys < 20000; keys++) {
      const before = place();
      press("j");
      if (!(await until(() => place() > before))) {
        if (place() === before) break; // there is nothing more to show
      }
      if (keys % 8 === 0) await frame();
      await look("j");
      if (keys % 23 === 7) {
        for (const turn of ["o", "o"]) {
          press(turn);
          await frame();
          await look(turn);
        }
      }
      if (keys % 40 === 11) {
        const from = place();
        const viewer = list.getRootNode().host;
        viewer.notice = ""; // of a step before
        press("n");
        await until(() => place() > from || viewer.notice.includes("No more turns"));
        await frame();
        await look("n");
      }
    }
    const end = place();
    press("End");
    await until(() => place() >= last());
    await frame();
    await look("End");
    return { keys, end, last: last(), found };
  },
});
