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
  // Records in `document.workers` which workers are alive.
  recordWorkers() {
    document.workers = new Set();
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        document.workers.add(this);
      }
      terminate() {
        document.workers.delete(this);
        super.terminate();
      }
    };
  },
});
