// Files that a test writes while they are open: those of the page's own file system
// (OPFS) have handles like those of a disk. Evaluated in the page; its value is `disk`.
(async () => {
  const root = await navigator.storage.getDirectory();
  const folderOf = async (path) => {
    let at = root;
    for (const name of path.split("/").slice(0, -1)) at = await at.getDirectoryHandle(name, { create: true });
    return at;
  };
  const nameOf = (path) => path.split("/").at(-1);
  const write = async (path, text, keep) => {
    const handle = await (await folderOf(path)).getFileHandle(nameOf(path), { create: true });
    const writer = await handle.createWritable({ keepExistingData: keep });
    if (keep) await writer.seek((await handle.getFile()).size);
    await writer.write(text);
    await writer.close();
  };
  // The result of webkitGetAsEntry for a handle.
  const entryOf = (handle, fullPath) => ({
    isFile: handle.kind === "file",
    isDirectory: handle.kind === "directory",
    name: handle.name,
    fullPath,
    file: (ok, no) => handle.getFile().then(ok, no),
    createReader: () => {
      let given = false;
      return {
        readEntries: async (ok) => {
          const children = given ? [] : await Array.fromAsync(handle.values());
          given = true;
          ok(children.map((child) => entryOf(child, `${fullPath}/${child.name}`)));
        },
      };
    },
  });
  // Returns a conversation of turns with these numbers, as lines.
  const turns = (from, to, session = "s1") => {
    let text = "";
    for (let n = from; n <= to; n++) {
      const at = (seconds) => new Date(Date.UTC(2026, 4, 1, 10, n, seconds)).toISOString();
      const both = { sessionId: session, cwd: "/home/ada/tides", version: "2.1.45", gitBranch: "main" };
      text +=
        JSON.stringify({
          ...both,
          type: "user",
          uuid: `${session}-u${n}`,
          parentUuid: n > 1 ? `${session}-a${n - 1}` : null,
          timestamp: at(0),
          message: { role: "user", content: `question ${n}` },
        }) + "\n";
      text +=
        JSON.stringify({
          ...both,
          type: "assistant",
          uuid: `${session}-a${n}`,
          parentUuid: `${session}-u${n}`,
          timestamp: at(5),
          message: {
            id: `${session}-m${n}`,
            role: "assistant",
            model: "claude-opus-4-6",
            content: [{ type: "text", text: `answer ${n}` }],
            stop_reason: "end_turn",
            usage: { input_tokens: 3, output_tokens: 10 },
          },
        }) + "\n";
    }
    return text;
  };
  // Returns the file of an agent that a session started.
  const agent = (session) =>
    turns(1, 1, session)
      .replaceAll('"sessionId"', '"isSidechain":true,"agentId":"abc","sessionId"')
      .replaceAll("answer", "agent says");
  // Returns a first turn with this number of successful calls in a row.
  const calls = (count, session = "s1") => {
    const [prompt, answer] = turns(1, 1, session).trim().split("\n");
    const lines = [prompt];
    let parent = `${session}-u1`;
    const add = (uuid, type, message) => {
      const { sessionId, cwd, version } = JSON.parse(prompt);
      lines.push(
        JSON.stringify({
          sessionId,
          cwd,
          version,
          type,
          uuid,
          parentUuid: parent,
          timestamp: new Date(Date.UTC(2026, 4, 1, 10, 1, lines.length)).toISOString(),
          message,
        }),
      );
      parent = uuid;
    };
    for (let n = 1; n <= count; n++) {
      add(`${session}-c${n}`, "assistant", {
        id: `${session}-mc${n}`,
        role: "assistant",
        model: "claude-opus-4-6",
        content: [
          { type: "tool_use", id: `${session}-t${n}`, name: "Read", input: { file_path: `/home/ada/tides/${n}.ts` } },
        ],
        stop_reason: "tool_use",
        usage: { input_tokens: 3, output_tokens: 10 },
      });
      add(`${session}-r${n}`, "user", {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: `${session}-t${n}`, content: "x" }],
      });
    }
    return (
      lines.join("\n") +
      "\n" +
      JSON.stringify({
        ...JSON.parse(answer),
        parentUuid: parent,
        timestamp: new Date(Date.UTC(2026, 4, 1, 10, 1, 50)).toISOString(),
      }) +
      "\n"
    );
  };
  globalThis.disk = {
    turns,
    agent,
    calls,
    looks: 0, // how often dropped files were read
    gate: undefined, // a poll waits for this
    given: undefined, // the handles of a drop wait for this
    // Replaces the viewer's parser by others, from the next load on: each decides by the request, and can forward it.
    answer: (instead) => {
      const viewer = $deep("unspool-session");
      const { parserFactory } = viewer;
      viewer.parserFactory = (assets) => {
        const handle = parserFactory(assets);
        disk.parser = handle.api; // the current one
        for (const [name, answer] of Object.entries(instead)) {
          const ask = handle.api[name].bind(handle.api);
          handle.api[name] = (...given) => answer(ask, ...given);
        }
        return handle;
      };
    },
    // Delays the next load until `disk.goOn()`.
    hold: () => {
      const gate = new Promise((open) => (disk.open = open));
      disk.loads = 0;
      disk.answer({
        load: (ask, ...given) => {
          if (disk.loads++ > 0) return ask(...given);
          return (disk.held = gate.then(() => ask(...given)));
        },
      });
    },
    // Waits until the load has ended, and the replies to the requests that follow it have been rendered: replies arrive
    // in the order of the requests.
    goOn: async () => {
      disk.open();
      await disk.held.catch(() => undefined);
      for (const _ of ["what follows of its end", "what follows of an answer"]) await disk.parser.files(-1);
      await $deep("unspool-session").updateComplete;
    },
    write: (path, text) => write(path, text, false),
    append: (path, text) => write(path, text, true),
    size: async (path) => (await (await (await folderOf(path)).getFileHandle(nameOf(path))).getFile()).size,
    remove: async (path) => (await folderOf(path)).removeEntry(nameOf(path)),
    // Drops files or folders; without handles, like other browsers do.
    drop: async (names, handles = true) => {
      const items = [];
      for (const name of names) {
        const folder = await folderOf(name);
        const handle = await folder.getFileHandle(nameOf(name)).catch(() => folder.getDirectoryHandle(nameOf(name)));
        const file = handle.kind === "file" ? await handle.getFile() : null;
        handle.getFile &&= async () => {
          disk.looks++;
          await disk.gate;
          return FileSystemFileHandle.prototype.getFile.call(handle);
        };
        items.push({
          kind: "file",
          getAsFile: () => file,
          webkitGetAsEntry: () => entryOf(handle, `/${handle.name}`),
          ...(handles ? { getAsFileSystemHandle: async () => (await disk.given, handle) } : {}),
        });
      }
      const event = new Event("drop", { cancelable: true });
      Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], items, files: [] } });
      dispatchEvent(event);
    },
  };
})();
