// Functions that embed_several_test.go calls in the page.
({
  // Loads twenty files, and counts loads and the maximum number of concurrent requests.
  loadTwenty() {
    document.loads = document.most = 0;
    const viewer = $deep("unspool-session");
    const { fileFetcher } = viewer;
    viewer.fileFetcher = (signal, onBytes) => {
      document.loads++;
      const fetchFile = fileFetcher(signal, onBytes);
      let now = 0;
      return async (url) => {
        document.most = Math.max(document.most, ++now);
        return fetchFile(url).finally(() => now--);
      };
    };
    viewer.src = Array.from({ length: 20 }, (_, i) => i + ".jsonl").join(" ");
  },
});
