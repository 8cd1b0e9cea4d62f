// Functions that outline_test.go calls in the page.
({
  // Counts the lines that do not begin where the previous one ends.
  countGaps() {
    const lines = $$role("treeitem").map((line) => line.getBoundingClientRect());
    lines.sort((a, b) => a.top - b.top);
    return lines.slice(1).filter(({ top }, i) => Math.abs(top - lines[i].bottom) > 0.5).length;
  },
});
