// Functions that input_test.go calls in the page.
({
  // Opens the dialog of findings with a number of damaged lines.
  openFindings(length) {
    const { panes, shown: context } = $deep("unspool-session");
    const finding = {
      code: "damaged-line",
      severity: "error",
      path: "a.jsonl",
      length: 0,
      damage: "syntax",
      excerpt: "x",
    };
    const list = Array.from({ length }, (_, at) => ({ ...finding, line: at + 1 }));
    panes.open({ kind: "findings", list, context });
  },
});
