// Functions that embed_life_test.go calls in the page.
({
  // Sets properties of a viewer and loads its script after that.
  upgradeLate(src) {
    const viewer = document.querySelector("unspool-session");
    viewer.src = "short.jsonl";
    viewer.toolbar = "none";
    viewer.renderers = document.renderers = {};
    viewer.linkTo = document.linkTo = (uuid) => "#" + uuid;
    const script = document.createElement("script");
    script.type = "module";
    script.src = src;
    document.head.append(script);
  },
  // Adds viewers and removes them, and keeps weak references to them in `document.gone`.
  async comeAndGo() {
    document.gone = [];
    for (let i = 0; i < 4; i++) {
      const viewer = document.createElement("unspool-session");
      viewer.src = "short.jsonl";
      document.body.append(viewer);
      await new Promise((done) => viewer.addEventListener("unspool-ready", done));
      viewer.remove();
      document.gone.push(new WeakRef(viewer));
    }
  },
  // Replaces the address of a viewer by others, before it has read the previous one.
  async visit(...addresses) {
    for (const src of addresses) {
      $deep("unspool-session").setAttribute("src", src);
      await new Promise((done) => setTimeout(done, 30));
    }
  },
  // Stores in `document.held` how much memory each parser uses, and reports whether there are at most so many, and each
  // uses less than so much.
  async fewParsers(most, bytes) {
    const viewers = [...document.querySelectorAll("unspool-session")];
    const held = await Promise.all(viewers.map(({ api }) => api?.memory() ?? 0));
    document.held = held.filter((used) => used > 0);
    return document.held.length > 0 && document.held.length <= most && Math.max(...document.held) < bytes;
  },
});
