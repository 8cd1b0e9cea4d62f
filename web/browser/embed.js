// Functions that embed_test.go calls in the page.
({
  // Returns everything that a viewer could leave behind in its page.
  state() {
    const lit = ["litHtmlVersions", "litElementVersions", "reactiveElementVersions", "litPropertyMetadata"];
    return JSON.stringify({
      names: Object.getOwnPropertyNames(globalThis)
        .filter((name) => !lit.includes(name))
        .sort(),
      symbols: Object.getOwnPropertyNames(Symbol)
        .filter((name) => name !== "metadata")
        .sort(),
      own: Object.getOwnPropertyNames(document)
        .filter((name) => name !== "state")
        .sort(),
      sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
      elements: [...document.querySelectorAll("*")].map((one) => one.outerHTML.slice(0, 60)),
      registered: ["app", "x"].map((name) => customElements.get("unspool-" + name) === undefined),
      history: history.length,
      address: location.href,
      title: document.title,
    });
  },
});
