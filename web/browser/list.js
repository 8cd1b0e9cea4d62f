// Functions that list_test.go calls in the page.
({
  // Returns the row at the upper edge, and its position.
  topRow() {
    const edge = $deep("unspool-list").getBoundingClientRect().top;
    const row = $$role("article").find((row) => row.getBoundingClientRect().bottom > edge + 1);
    return { Name: row.row.key, At: row.getBoundingClientRect().top - edge };
  },
  // Scrolls, and reports whether the list stays there.
  async scrollsFreely() {
    const list = $deep("unspool-list");
    const before = list.scrollTop;
    list.scrollTop += 300;
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    return list.scrollTop === before + 300;
  },
  // Reports whether the last row has the focus at the end of the list.
  isAtEnd() {
    const list = $deep("unspool-list");
    const last = $deep('unspool-row[data-index="2099"]');
    return (
      last.matches(":focus") &&
      list.scrollTop + list.clientHeight > list.scrollHeight - 1 &&
      last.getBoundingClientRect().bottom < list.getBoundingClientRect().bottom
    );
  },
  // Jumps to a row and leaves for the next session at once; reports whether the jump succeeded.
  jumpAndLeave() {
    const list = $deep("unspool-list");
    const prefix = list.context.conversation.row(0).key.startsWith("two-") ? "two-" : "";
    const found = $deep("unspool-session").goTo(prefix + "u200");
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "J", shiftKey: true, bubbles: true, composed: true }));
    return found;
  },
  // From now on, records in each frame where the visible list has no row.
  watchForGaps() {
    globalThis.gaps = [];
    globalThis.frames = 0;
    const list = $deep("unspool-list");
    const look = () => {
      const box = list.getBoundingClientRect();
      globalThis.frames++;
      for (const share of [0.02, 0.25, 0.5, 0.75, 0.98]) {
        const y = box.top + box.height * share;
        const beyond = list.scrollTop + box.height * share;
        if (beyond < 10 || beyond > list.scrollHeight - 110) continue; // space before the first row and after the last
        if (
          !list
            .getRootNode()
            .elementFromPoint(box.left + box.width / 2, y)
            ?.closest("unspool-row")
        )
          globalThis.gaps.push([Math.round(list.scrollTop), share]);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  },
  async turnWheel() {
    const list = $deep("unspool-list");
    for (let i = 0; i < 60; i++) {
      list.scrollBy(0, 1200);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done))); // outside of a frame, like users do
    }
  },
  async dragScrollBar() {
    const list = $deep("unspool-list");
    for (let i = 0; i < 40; i++) {
      list.scrollTop = (list.scrollHeight - list.clientHeight) * (0.5 + 0.5 * Math.sin(i));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done))); // outside of a frame, like users do
    }
  },
  // Returns the distance of the row with a key from the upper edge; if it is not in the page, a large number.
  distance(key) {
    const row = $$role("article").find((row) => row.row?.key === key);
    return row === undefined
      ? 1e9
      : row.getBoundingClientRect().top - $deep("unspool-list").getBoundingClientRect().top;
  },
  // Returns the distance of an element from the upper edge.
  distanceOf(selector) {
    return $deep(selector).getBoundingClientRect().top - $deep("unspool-list").getBoundingClientRect().top;
  },
  // Focuses the first text that is further from the upper edge than a distance, and scrolls it there: it is visible,
  // however high the list is.
  focusText(distance) {
    const list = $deep("unspool-list");
    const edge = list.getBoundingClientRect().top + distance;
    const texts = $$deep('unspool-row:is([data-kind="text"], [data-kind="prompt"])');
    const row = texts.find((row) => row.getBoundingClientRect().top > edge);
    list.scrollTop += row.getBoundingClientRect().top - edge;
    row.focus({ preventScroll: true });
  },
  // Scrolls down from the start to the first agent, and opens it.
  async openAgent() {
    const list = $deep("unspool-list");
    const button = () => $deep("unspool-row .agent .row-button");
    for (list.scrollTop = 0; button() === null; list.scrollTop += 300)
      await new Promise((done) => requestAnimationFrame(done));
    button().click();
  },
});
