// Functions that narrow_panes_test.go calls in the page.
({
  // Clicks on the visible part of the conversation beside a pane.
  clickBeside() {
    const { left, right, top, bottom } = $deep(".around > .main").getBoundingClientRect();
    const at = [$role("tree", "Prompts") === null ? left + 10 : right - 10, (top + bottom) / 2];
    let found = document.elementFromPoint(...at);
    for (let next; (next = found.shadowRoot?.elementFromPoint(...at)) && next !== found;) found = next;
    found.click();
  },
});
