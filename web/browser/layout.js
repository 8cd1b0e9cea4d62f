// Functions that layout_test.go calls in the page.
({
  // Returns what extends over the sides of the conversation and cannot be scrolled to.
  overflows() {
    const list = $deep("unspool-list");
    const found = [];
    for (const [name, box] of [
      ["page", document.documentElement],
      ["list", list],
    ])
      if (box.scrollWidth > box.clientWidth) found.push(name);
    const { left, right } = list.getBoundingClientRect();
    const look = (node) => {
      if (node.classList.contains("mark") || !node.checkVisibility()) return;
      const box = node.getBoundingClientRect();
      if (box.width > 0 && (box.left < left - 1 || box.right > right + 1))
        found.push(
          node.closest("unspool-row").getAttribute("aria-label") + ": " + node.localName + "." + node.className,
        );
      else if (getComputedStyle(node).overflowX === "visible") for (const child of node.children) look(child);
    };
    for (const inner of $$deep("unspool-row > .inner")) look(inner);
    return found;
  },
});
