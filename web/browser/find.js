// Functions that find_test.go calls in the page.
({
  // Types a text in the search field and presses Enter at once.
  enter(text) {
    const field = $role("textbox", "Search the session");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }));
  },
});
