// Functions that selection_test.go calls in the page.
({
  // Copies the selection and returns its text.
  copied() {
    let copied = "";
    addEventListener("copy", (event) => (copied = event.clipboardData.getData("text/plain")), { once: true });
    document.execCommand("copy");
    return copied;
  },

  // Selects all lines of the change in the page.
  selectDiff() {
    const sheet = $deep(".diff .sheet");
    getSelection().setBaseAndExtent(sheet, 0, sheet, sheet.childNodes.length);
  },

  // Selects a part of the change. Each end is the kind of a line, its number among these, and a character in it.
  selectInDiff(from, to) {
    const place = ([change, nth, at]) => {
      const texts = document.createTreeWalker($$deep(`.diff .${change} .text`)[nth], NodeFilter.SHOW_TEXT);
      let left = at;
      let text = texts.nextNode();
      for (; left > text.length; text = texts.nextNode()) left -= text.length;
      return [text, left];
    };
    getSelection().setBaseAndExtent(...place(from), ...place(to));
  },
});
