// Functions that filters_test.go calls in the page.
({
  // Reports whether the name of the first active filter is complete, and the count is beside or below it.
  isChipReadable() {
    const bar = $deep("unspool-filters").shadowRoot;
    const chip = bar.querySelector(".chip span");
    const { right, bottom } = chip.getBoundingClientRect();
    const { left, top } = bar.querySelector(".count").getBoundingClientRect();
    return chip.clientWidth > 40 && chip.scrollWidth === chip.clientWidth && (left >= right || top >= bottom);
  },
});
