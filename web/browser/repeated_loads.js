// Functions that repeated_loads_test.go calls in the page.
({
  // Loads the same file a number of times, some of them midway through the previous load. Sets globalThis.most to the
  // maximum number of workers, and globalThis.last to the result of the last load.
  async load(times) {
    const viewer = $deep("unspool-session");
    const [{ blob }] = viewer.sources;
    $told.length = 0;
    globalThis.most = 0;
    for (let i = 0; i < times; i++) {
      const read = viewer.read([{ path: `s${i}.jsonl`, blob }]).catch((why) => why.code);
      if (i % 5 === 4) await read;
      else if (i % 2) await new Promise((done) => setTimeout(done, 3));
      globalThis.most = Math.max(globalThis.most, $held.workers.size);
    }
    globalThis.last = await viewer.read([{ path: "last.jsonl", blob }]);
  },
});
