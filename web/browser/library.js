// Functions that library_test.go calls in the page.
({
  // Counts the columns of each kind in the sketch of the session whose name begins with a text.
  sketchColumns(text) {
    const entry = $role("button", new RegExp(`^${text}`));
    const columns = (name) =>
      entry
        .querySelector(".sketch ." + name)
        .getAttribute("d")
        .split("M").length - 1;
    return { Prompts: columns("prompts"), Failures: columns("failures"), Tools: columns("tools") };
  },
  // Reports whether the sketch of the first session is below its text, and within its entry.
  isSketchBelow() {
    const entry = $deep(".chooser .entry");
    const { top, bottom } = entry.querySelector(".sketch").getBoundingClientRect();
    const text = entry.querySelector("time").getBoundingClientRect();
    return top >= text.bottom - 1 && bottom <= entry.getBoundingClientRect().bottom;
  },
});
