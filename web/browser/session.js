// Reading and scrolling the conversation on the screen.
({
  // Scrolls through the whole conversation and returns its text.
  async read() {
    const list = $deep("unspool-list");
    const seen = new Map();
    const look = () => {
      for (const row of $$role("article")) seen.set(row.dataset.index ?? row.getAttribute("aria-posinset"), $text(row));
    };
    list.scrollTop = 0;
    for (let last = -1, rounds = 0; rounds < 2000; rounds++) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
      look();
      if (list.scrollTop === last && list.scrollTop + list.clientHeight >= list.scrollHeight - 2) break;
      last = list.scrollTop;
      list.scrollTop += list.clientHeight * 0.7;
    }
    return [...seen]
      .sort((a, b) => a[0] - b[0])
      .map((x) => x[1])
      .join("\n");
  },
  // Scrolls back and forth and counts the positions where no row appears.
  async countBlanks() {
    const list = $deep("unspool-list");
    let blank = 0;
    for (let i = 0; i < 40; i++) {
      list.scrollTop = ((list.scrollHeight - list.clientHeight) * ((i * 17) % 40)) / 39;
      for (let wait = 0; wait < 60; wait++) {
        await new Promise((done) => requestAnimationFrame(done));
        const box = list.getBoundingClientRect();
        const middle = list.getRootNode().elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (middle?.closest("unspool-row[data-kind]")) break;
        if (wait === 59) blank++;
      }
    }
    return blank;
  },
  // Resolves when the visible content no longer changes.
  async settle() {
    const list = $deep("unspool-list");
    const seen = [];
    for (let last = "", same = 0; same < 3;) {
      if (seen.length > 1000) throw new Error("the page never comes to rest: " + seen.slice(-6).join("; "));
      await list.whenRendered();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 16)));
      const now = [list.scrollTop, list.scrollHeight, list.querySelectorAll("*").length].join();
      same = now === last ? same + 1 : 0;
      seen.push((last = now));
    }
  },
  // Scrolls down by a screen, and reports whether that was possible.
  scrollOn() {
    const list = $deep("unspool-list");
    const before = list.scrollTop;
    list.scrollTop += list.clientHeight;
    return list.scrollTop > before + 1;
  },

  // Reports whether a row with a line with this text is visible.
  isRowInSight(words) {
    const edges = $deep("unspool-list").getBoundingClientRect();
    return $$role("article").some((row) => {
      const r = row.getBoundingClientRect();
      return $text(row).split("\n").includes(words) && r.bottom > edges.top && r.top < edges.bottom;
    });
  },
  // Focuses the last row and returns its kind.
  async focusLast() {
    const list = $deep("unspool-list");
    list.focus();
    await list.edge(true);
    const row = [...list.querySelectorAll("unspool-row")].at(-1);
    row.focus();
    return row.dataset.kind;
  },
});
