// Functions that live_test.go calls in the page, besides those of live.js.
({
  // Drops a session with many agents.
  async dropAgents(count) {
    const words = (from, to, id) =>
      disk
        .turns(from, to, "s2")
        .replaceAll('"sessionId"', `"isSidechain":true,"agentId":"${id}","sessionId"`)
        .replaceAll("s2-", `${id}-`);
    globalThis.grown = words(2, 2, "a0");
    $deep("unspool-session").dispose();
    disk.answer({});
    await disk.write("proj/s2.jsonl", disk.turns(1, 2, "s2"));
    for (let n = 0; n < count; n++) await disk.write(`proj/s2/subagents/agent-a${n}.jsonl`, words(1, 1, `a${n}`));
    await disk.drop(["proj"]);
  },
  // Adds lines to the file of the first agent.
  async growAgent() {
    const path = "proj/s2/subagents/agent-a0.jsonl";
    globalThis.expected = (await disk.size(path)) + globalThis.grown.length;
    await disk.append(path, globalThis.grown);
  },
  // Reports whether these lines have been read.
  async isGrowthRead() {
    const files = await disk.parser.files(-1);
    return files.find(({ path }) => path.endsWith("agent-a0.jsonl")).size === globalThis.expected;
  },
  // Makes the parser ignore the growth of a file, until disk.mended is true.
  ignore(name) {
    $deep("unspool-session").dispose();
    disk.answer({
      follow: (ask, sources) => ask(sources.filter(({ path }) => disk.mended || path !== name)),
    });
  },
  // Makes the content of a file unreadable, until disk.mended is true.
  failToRead(name) {
    $deep("unspool-session").dispose();
    disk.answer({
      raw: async (ask, request, ...given) => {
        const { path } = (await disk.parser.files(-1)).find(({ file }) => file === request.file);
        if (!disk.mended && path === name) throw { code: "unreadable", detail: "", path };
        return ask(request, ...given);
      },
    });
  },
});
