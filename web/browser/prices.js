// Functions that prices_test.go calls in the page.
({
  // Returns the texts, titles and labels of the elements that match a selector and of their descendants that contain
  // a cost, by whether the name of the table of prices follows each cost.
  costs(selector) {
    const elements = $$deep(selector);
    const texts = elements
      .flatMap((e) => [e, ...$$deep("*", e)])
      .flatMap((e) => [
        ...["title", "aria-label"].map((name) => e.getAttribute(name) ?? ""),
        ...[...e.childNodes, ...(e.shadowRoot?.childNodes ?? [])].map((node) =>
          node instanceof Text ? node.data : "",
        ),
      ]);
    const costs = texts.filter((text) => /\$\d/.test(text));
    const isNamed = (text) => !/\$[\d.,]+(?![\d.,]|\s\(prices\.tsv\))/.test(text);
    return { named: costs.filter(isNamed), unnamed: costs.filter((text) => !isNamed(text)) };
  },
});
