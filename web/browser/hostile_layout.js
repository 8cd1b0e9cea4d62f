// Functions that hostile_layout_test.go calls in the page.
({
  // Counts signs in texts with hidden characters.
  marks() {
    const texts = $$deep("unspool-list bdi").filter(
      (e) => e.querySelector(".mark") !== null && e.querySelector("bdi") === null,
    );
    return {
      most: Math.max(...texts.map((e) => e.querySelectorAll(".mark").length)),
      texts: texts.length,
      signs: texts.filter((e) => e.textContent.includes("▯")).length,
      hidden: $text().includes("\u202e"),
    };
  },
});
