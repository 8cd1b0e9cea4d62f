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
});
