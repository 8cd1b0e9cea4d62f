// Functions that pool_test.go calls in the page.
({
  // Lets workers read large pieces of files only when the channel "gate" allows it, one at a time or all.
  gateReads() {
    let open = false;
    const waiting = [];
    new BroadcastChannel("gate").onmessage = ({ data }) => {
      open ||= data === "all";
      for (const go of waiting.splice(0)) go();
    };
    const gate = () => (open ? undefined : new Promise((go) => waiting.push(go)));
    for (const [kind, name, large] of [
      [ReadableStreamBYOBReader, "read", () => true],
      [Blob, "arrayBuffer", (blob) => blob.size >= 256 << 10],
    ]) {
      const read = kind.prototype[name];
      kind.prototype[name] = async function (...given) {
        if (large(this)) await gate();
        return read.apply(this, given);
      };
    }
  },
  // Returns the facts of all sessions, with links that contain names of sessions instead of their numbers.
  async summaries() {
    const { api } = $deep("unspool-session").exportSource;
    const infos = await api.sessions();
    const summaries = [];
    for (const { index } of infos) summaries.push(await api.query("summary", { session: index }));
    const of = (list) =>
      (list ?? []).map((to) => {
        const other = infos.find(({ index }) => index === to.index);
        return { ...to, id: [to.id, other?.id, other?.file, to.title].join(" ") };
      });
    for (const one of [...infos, ...summaries]) one.links = of(one.links);
    return JSON.stringify({ infos, summaries });
  },
  // Returns the visible state of a session that one of several parsers read.
  shownState() {
    const { conversation } = $deep("unspool-list").context;
    return {
      ended: conversation.ended,
      state: $deep("unspool-session").sessions.find(({ index }) => index === conversation.session).state,
      alerts: $$role("alert").length,
      begun: globalThis.workers.length,
      crashes: $told.filter((one) => one === "crashed").length,
    };
  },
  // Returns the number of lines of the last session.
  async countLines() {
    const { api } = $deep("unspool-session").exportSource;
    const file = (await api.files(-1)).find(({ path }) => path.endsWith("/s200.jsonl"));
    return (
      new TextDecoder()
        .decode(await api.raw({ file: file.file, offset: 0, length: 1e6 }))
        .trim()
        .split("\n").length + " lines"
    );
  },
  // Drops two projects with sessions that have answers of these lengths, in turn.
  async dropProjects(...lengths) {
    for (const [i, length] of lengths.entries()) {
      const text = disk
        .turns(1, 2, `s${i}`)
        .replace("question 1", `question of s${i}`)
        .replace("answer 1", "x".repeat(length));
      await disk.write(`all/p${i % 2}/s${i}.jsonl`, text);
    }
    await disk.drop(["all"]);
  },
  // Records in `handed` the files whose growth the parser is told.
  recordFollowed() {
    globalThis.handed = [];
    const { api } = $deep("unspool-session").exportSource;
    const { follow } = api;
    api.follow = (sources) => {
      globalThis.handed.push(...sources.map(({ path }) => path));
      return follow.call(api, sources);
    };
  },
});
