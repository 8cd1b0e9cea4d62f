// Functions that embed_show_test.go calls in the page.
({
  // Reports whether the marked row has this text and is visible.
  isMarked(text) {
    const list = $deep("unspool-list").getBoundingClientRect();
    const row = $deep("unspool-row[data-marked]");
    if (row === null || !$text(row).includes(text)) return false;
    const { top } = row.getBoundingClientRect();
    return top >= list.top - 1 && top < list.bottom - 40;
  },
});
