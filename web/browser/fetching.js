// Functions that fetching_test.go calls in the page.
({
  // Defines a function that fetches files like the page does and returns what arrived.
  async defineFetchFrom() {
    const { fetchSources, remoteFiles } = await import("./fetch.js");
    globalThis.fetchFrom = async (address, { origins, ...limits }, after = () => undefined) => {
      const end = new AbortController();
      after(end);
      const seen = [];
      try {
        const remote = remoteFiles({
          bytes: 1 << 30,
          silence: 30000,
          pace: 60000,
          time: 3600000,
          ...limits,
          origins: origins && new Set(origins),
        });
        const files = (signal, onBytes) =>
          remote(signal, (bytes, total) => {
            void fetch("arrived?" + new URLSearchParams({ path: new URL(address).pathname, bytes }));
            onBytes(bytes, total);
          });
        const made = await fetchSources(address, files, end.signal, (arrived) => seen.push(arrived));
        const sums = await Promise.all(
          made.map(async ({ path, blob, incomplete }) => {
            const sum = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
            return {
              path,
              size: blob.size,
              incomplete: incomplete ?? null,
              sum: [...new Uint8Array(sum)].map((n) => n.toString(16).padStart(2, "0")).join(""),
            };
          }),
        );
        return { code: "", files: sums, seen };
      } catch (error) {
        return {
          code: error.code?.toString() === "20" ? error.name : String(error.code ?? error),
          detail: error.detail,
          path: error.path,
          seen,
        };
      }
    };
  },
  // Counts the bytes that the page reads of transcripts.
  countArrived() {
    globalThis.arrived = 0;
    const { fetch } = globalThis;
    globalThis.fetch = async (...given) => {
      const response = await fetch(...given);
      if (!response.url.endsWith(".jsonl")) return response;
      const { body } = response;
      const getReader = body.getReader.bind(body);
      body.getReader = () => {
        const reader = getReader();
        const read = reader.read.bind(reader);
        reader.read = async () => {
          const next = await read();
          globalThis.arrived += next.value?.byteLength ?? 0;
          return next;
        };
        return reader;
      };
      return response;
    };
  },
});
