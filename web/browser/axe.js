// Functions that axe_test.go calls in the page.
({
  // Returns the findings of axe-core.
  violations() {
    return globalThis.axe
      .run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        resultTypes: ["violations"],
        elementRef: true,
      })
      .then(({ violations }) =>
        violations
          .map(({ id, help, nodes }) => ({
            id,
            help,
            nodes: nodes
              .filter(
                ({ element }) =>
                  id !== "heading-order" || element !== element.closest("[role=feed]")?.querySelector("h3, h4, h5, h6"),
              )
              .map(({ target, html, failureSummary }) => ({
                target: target.flat(),
                html: html.slice(0, 300),
                summary: failureSummary,
              })),
          }))
          .filter(({ nodes }) => nodes.length > 0),
      );
  },
});
