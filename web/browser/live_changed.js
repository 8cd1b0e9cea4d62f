// Functions that live_changed_test.go calls in the page.
({
  // Returns the position of the conversation and its first visible rows. A notice may cover the last ones.
  shown() {
    const list = $deep("unspool-list");
    const edges = list.getBoundingClientRect();
    const visible = [...list.querySelectorAll("unspool-row")].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > edges.top && top < edges.bottom;
    });
    return [list.scrollTop, ...visible.slice(0, 3).map((row) => $text(row))].join("\n");
  },
  // Replaces a file when it is read for the second time.
  replaceDuringSecondLoad() {
    $deep("unspool-session").dispose();
    disk.loads = 0;
    disk.answer({
      load: async (ask, ...given) => {
        if (disk.loads++ === 1) await disk.write("s1.jsonl", disk.turns(1, 2, "s9"));
        return ask(...given);
      },
    });
  },
});
