// What the benchmark compares Unspool with. The same file is the script of the
// benchmark's own page and the script of that page's worker.
(() => {
  // In the worker: other ways to read files.

  const AT_ONCE = 8; // files that are read in parallel if each is read as a whole
  const STALLED = 15000; // ms without a byte: in Chromium a stream may stop responding

  /**
   * Resolves with the result, or with undefined after a timeout. A timer for each read is what such pages need: without
   * it, half of all streams of 2 GB stall.
   */
  const inTime = (what) => {
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, STALLED)));
    return Promise.race([what, late]).finally(() => clearTimeout(timer));
  };

  /** Processes the files one after the other, or some in parallel. */
  const each = async (files, atOnce, use) => {
    const rest = [...files];
    const next = async () => {
      for (let file; (file = rest.shift()) !== undefined;) await use(file);
    };
    await Promise.all(Array.from({ length: atOnce }, next));
  };

  const lines = function* (text) {
    for (const line of text.split("\n")) if (line !== "") yield line;
  };

  /** Beyond the maximum length of a string, half a GB, Chromium returns an empty one. */
  const textOf = async (file) => {
    const text = await file.text();
    if (text === "" && file.size > 0) throw new Error(`text() of ${Math.round(file.size / 1e6)} MB is empty`);
    return text;
  };

  const engines = {
    /**
     * Reads to the end and does nothing else: no parser can be faster. It reads a stream with a buffer of a size, or
     * (0) each file as a whole.
     */
    async read(files, size) {
      let bytes = 0;
      if (size === 0) {
        await each(files, AT_ONCE, async (file) => {
          const { byteLength } = await file.arrayBuffer();
          bytes += byteLength;
        });
        return { bytes };
      }
      let buffer = new ArrayBuffer(size);
      for (const file of files) {
        const reader = file.stream().getReader({ mode: "byob" });
        for (;;) {
          const answer = await inTime(reader.read(new Uint8Array(buffer)));
          if (answer === undefined) return { bytes, stalled: true };
          buffer = answer.value.buffer;
          if (answer.done) break;
          bytes += answer.value.byteLength;
        }
      }
      return { bytes };
    },

    /** The work of a page without a parser: everything is parsed into objects and grouped by message. */
    async plain(files) {
      const records = [];
      const messages = new Map();
      let bytes = 0;
      for (const file of files) {
        for (const line of lines(await textOf(file))) {
          const record = JSON.parse(line);
          records.push(record);
          const id = record.message?.id;
          if (id === undefined) continue;
          const message = messages.get(id);
          if (message === undefined) messages.set(id, [record]);
          else message.push(record);
        }
        bytes += file.size;
      }
      globalThis.kept = { records, messages };
      return { bytes, lines: records.length, messages: messages.size };
    },

    /** The work of such a page for a list: the first and the last record of each file. */
    async list(files) {
      const listed = [];
      let bytes = 0;
      for (const file of files) {
        const text = await textOf(file);
        const end = text.trimEnd().length;
        const [first, last] = [text.slice(0, text.indexOf("\n")), text.slice(text.lastIndexOf("\n", end - 1) + 1, end)];
        listed.push({ file: file.name, first: JSON.parse(first), last: JSON.parse(last) });
        bytes += file.size;
      }
      return { bytes, lines: listed.length };
    },

    /** The work of such a page for a search: it counts the matching lines. */
    async find(files, words) {
      let bytes = 0;
      let found = 0;
      for (const file of files) {
        for (const line of lines(await textOf(file))) if (line.toLowerCase().includes(words)) found++;
        bytes += file.size;
      }
      return { bytes, lines: found };
    },
  };

  if (globalThis.document === undefined) {
    globalThis.onmessage = async ({ data: { engine, files, given } }) => {
      try {
        postMessage(files === undefined ? {} : await engines[engine](files, given));
      } catch (error) {
        postMessage({ error: String(error) });
      }
    };
    return;
  }

  // In the benchmark's own page.

  const url = new URL("engines.js", document.baseURI).href;
  // The site's policy allows one policy name only.
  const trusted = trustedTypes.createPolicy("unspool-worker", { createScriptURL: () => url });
  const worker = new Worker(trusted.createScriptURL(url), { type: "module" });
  const ask = (what) =>
    new Promise((resolve) => {
      worker.onerror = (event) => resolve({ error: event.message });
      worker.onmessage = ({ data }) => resolve(data);
      worker.postMessage(what);
    });

  const PATIENCE = 120; // s: text() of 2 GB may never answer
  const noAnswer = () =>
    new Promise((resolve) => setTimeout(resolve, PATIENCE * 1000, { error: `no answer in ${PATIENCE} s` }));

  /** Runs an engine on the chosen files in the worker, and returns its result and time, or its error. */
  globalThis.engine = async (engine, given) => {
    await ask({}); // the worker is ready
    const files = [...document.querySelectorAll("input")].flatMap((input) => [...input.files]);
    const start = performance.now();
    const found = await Promise.race([ask({ engine, files, given }), noAnswer()]);
    return { ...found, ms: performance.now() - start };
  };
})();
