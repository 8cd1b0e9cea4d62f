// Functions that embed_methods_test.go calls in the page.
({
  // Loads three files, reports progress several times, and records in `document.finds` which sessions the viewer
  // searches meanwhile.
  async loadNotingSearches() {
    const viewer = $deep("unspool-session");
    const { parserFactory } = viewer;
    document.finds = [];
    viewer.parserFactory = (assets) => {
      const handle = parserFactory(assets);
      const { api } = handle;
      const asked = [];
      const noted = (name, note) => {
        const ask = api[name].bind(api);
        api[name] = (...given) => {
          note(...given);
          const answer = ask(...given);
          asked.push(answer);
          return answer;
        };
      };
      noted("query", (name, { session }) => name === "find" && document.finds.push(session));
      noted("sessions", () => undefined);
      const load = api.load.bind(api);
      api.load = async (sources, onProgress) => {
        let last;
        const loaded = await load(sources, (progress) => (last = progress));
        for (let i = 0; i < 6; i++) {
          onProgress({ ...last, done: false });
          for (let n = -1; n !== asked.length;) {
            n = asked.length;
            await Promise.allSettled(asked);
            await new Promise((done) => setTimeout(done));
          }
        }
        return loaded;
      };
      return handle;
    };
    const text = await (await fetch("short.jsonl")).text();
    const files = [1, 2, 3].map((n) => new File([text.replaceAll('"sessionId":"', '"sessionId":"' + n)], n + ".jsonl"));
    await viewer.load(files);
  },
  // Adds five viewers far apart, with a file in each.
  async loadFive() {
    document.viewers = [];
    for (let i = 0; i < 5; i++) {
      const viewer = document.createElement("unspool-session");
      viewer.style.marginTop = "5000px";
      document.body.append(viewer);
      document.viewers.push(viewer);
      await viewer.load(new File([document.short], "one.jsonl"));
    }
  },
  // Loads a file in `document.viewer`, and records the events of the element: in `document.shown` the sessions that it
  // shows, and "page" for an event that leaves it, and in `document.changes` how often its state changes.
  async loadNotingEvents() {
    const { viewer } = document;
    document.shown = [];
    document.changes = 0;
    for (const name of ["unspool-show", "unspool-view-state"])
      addEventListener(name, () => document.shown.push("page"));
    viewer.addEventListener("unspool-view-state", () => document.changes++);
    viewer.addEventListener("unspool-show", ({ detail }) => document.shown.push(detail.session?.turns));
    document.body.append(viewer);
    await viewer.load(document.short);
  },
});
