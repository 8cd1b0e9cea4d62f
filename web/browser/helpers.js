// Runs in every document before its own scripts, put there by the harness and
// not by the site. It finds things across shadow roots and reports violations.
(() => {
  // $$deep("a b") finds what querySelectorAll would if there were no shadow
  // roots: each part of the selector, split at " >>> ", is looked up in all
  // open shadow trees below what the part before it found.
  const all = (root, selector, found) => {
    if (root.querySelectorAll) found.push(...root.querySelectorAll(selector));
    const hosts = [root, ...(root.querySelectorAll ? root.querySelectorAll("*") : [])];
    for (const host of hosts) if (host.shadowRoot) all(host.shadowRoot, selector, found);
    return found;
  };
  const $$deep = (selector, root = document) => {
    let roots = [root];
    for (const part of selector.split(" >>> ")) {
      roots = [...new Set(roots.flatMap((r) => all(r, part, [])))];
    }
    return roots;
  };
  Object.defineProperty(globalThis, "$$deep", { value: $$deep });
  Object.defineProperty(globalThis, "$deep", {
    value: (selector, root) => $$deep(selector, root)[0] ?? null,
  });
  // Text as a reader meets it, shadow trees included, hidden parts left out.
  Object.defineProperty(globalThis, "$text", {
    value: (root = document.body) => {
      const parts = [];
      const visit = (node) => {
        if (node.nodeType === 3) {
          parts.push(node.data);
        } else if (node.nodeType === 1 || node.nodeType === 11) {
          if (node.nodeType === 1) {
            if (/^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName) || !node.checkVisibility()) return;
          }
          const children = node.assignedNodes?.({ flatten: true });
          const inside = children?.length ? children : (node.shadowRoot ?? node).childNodes;
          inside.forEach(visit);
          if (node.nodeType === 1 && getComputedStyle(node).display !== "inline") parts.push("\n");
        }
      };
      visit(root);
      return parts
        .join("")
        .replace(/[^\S\n]+/g, " ")
        .replace(/ ?\n\s*/g, "\n")
        .trim();
    },
  });
  // What the viewers said, one after the other: "ready" when all is read, or the code of a failure.
  const told = [];
  addEventListener("unspool-ready", () => told.push("ready"));
  addEventListener("unspool-error", (e) => told.push(e.detail.code));
  Object.defineProperty(globalThis, "$told", { value: told });
  addEventListener(
    "securitypolicyviolation",
    (e) => {
      globalThis.__harnessReport?.(
        `${e.effectiveDirective} blocked ${e.blockedURI} ${e.sample} at ${e.sourceFile}:${e.lineNumber}`,
      );
    },
    true,
  );
})();
