// Functions that prose_test.go calls in the page.
({
  // Adds renderers for formulas and diagrams.
  addRenderers() {
    const italic = (textContent) => Object.assign(document.createElement("i"), { textContent });
    $deep("unspool-session").renderers = {
      math: (source, display) => italic((display ? "large " : "small ") + source),
      mermaid: async (source) => italic("drawn " + source),
    };
  },
  // Adds renderers that throw, reject, return something else, or hang, and records their arguments in `asked`.
  addFailingRenderers() {
    const asked = (globalThis.asked = []);
    $deep("unspool-session").renderers = {
      math: (source, display) => {
        asked.push(source);
        if (display) throw new Error("no");
        return "<b>a string</b>";
      },
      mermaid: (source) => {
        asked.push(source);
        return source.includes("TD") ? Promise.reject(new Error("no")) : new Promise(() => {});
      },
    };
  },
});
