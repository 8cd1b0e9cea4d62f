// Functions that selection_test.go calls in the page.
({
  // Copies the selection and returns its text.
  copied() {
    let copied = "";
    addEventListener("copy", (event) => (copied = event.clipboardData.getData("text/plain")), { once: true });
    document.execCommand("copy");
    return copied;
  },
});
