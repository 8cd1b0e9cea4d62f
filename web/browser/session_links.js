// Functions that session_links_test.go calls in the page, with the code for links in `links`.
({
  // Encodes a text and decodes it again.
  async roundTrip(text) {
    const src = await links.encodeSessionLink(text);
    const decoded = await links.decodeSessionLink(src);
    return { src, text: decoded.kind === "file" ? await decoded.source.blob.text() : decoded.why };
  },
  // Returns the lengths to which a link can be cut without the reader noticing.
  async unnoticedCuts(src) {
    const found = [];
    for (let length = 0; length < src.length; length++) {
      const decoded = await links.decodeSessionLink(src.slice(0, length));
      if (decoded.kind === "file") found.push(length);
    }
    return found;
  },
  // Returns the positions of characters whose change leads to another text.
  async unnoticedChanges(src, text) {
    const found = [];
    for (let at = src.indexOf(".") + 1; at < src.length; at++) {
      const decoded = await links.decodeSessionLink(
        src.slice(0, at) + (src[at] === "A" ? "B" : "A") + src.slice(at + 1),
      );
      if (decoded.kind === "file" && (await decoded.source.blob.text()) !== text) found.push(at);
    }
    return found;
  },
  // Reports whether the message, or anything else, is wider than the page.
  overflow() {
    const box = document.documentElement;
    const alert = $role("alert").getBoundingClientRect();
    return box.scrollWidth > box.clientWidth || alert.left < 0 || alert.right > innerWidth;
  },
});
