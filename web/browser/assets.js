// Functions that assets_test.go calls in the page.
({
  // Loads a large file and counts the chunks in which the parser reads it.
  async loadOnce() {
    const text = await (await fetch("long.jsonl")).text();
    window.big = new Blob(Array(8).fill(text));
    // The parser makes a channel after each chunk of a file.
    window.chunks = 0;
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        window.chunks++;
      }
    };
    window.viewer = document.querySelector("unspool-session");
    await window.viewer.load(window.big);
  },
  // Cancels a load in one viewer, loads the file in another one, and counts the chunks.
  async leaveAndLoad() {
    window.chunks = 0;
    const going = new Promise((resolve) => window.viewer.addEventListener("unspool-progress", resolve, { once: true }));
    window.viewer.load(window.big).catch(() => undefined);
    await going;
    window.viewer.dispose();
    const other = document.createElement("unspool-session");
    document.querySelector("main").append(other);
    await other.load(window.big); // alternating with the first load, if that continues
    return window.chunks;
  },
  // Records in `wrappers` the addresses of scripts that the page has made and not revoked.
  recordWrappers() {
    window.wrappers = new Set();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      const url = createObjectURL.call(URL, blob);
      if (blob.type === "text/javascript") window.wrappers.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      window.wrappers.delete(url);
      revokeObjectURL.call(URL, url);
    };
  },
});
