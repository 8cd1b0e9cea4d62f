// Runs in every document before its own scripts, inserted by the harness and not by the site. It finds elements across
// shadow roots and reports violations.
(() => {
  // $$deep("a b") returns what querySelectorAll would without shadow roots: each part of the selector, split at " >>>
  // ", is matched in all open shadow trees below the matches of the previous part.
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
  // Elements that have a role without an attribute.
  const implied = {
    article: "article",
    button: "button, input:is([type=button], [type=submit], [type=file])",
    checkbox: "input[type=checkbox]",
    columnheader: "th:not([scope=row])",
    combobox: "select:not([multiple], [size])",
    complementary: "aside",
    dialog: "dialog",
    heading: "h1, h2, h3, h4, h5, h6",
    img: "img:not([alt=''])",
    link: "a[href]",
    list: "ul, ol, menu",
    listbox: "select:is([multiple], [size])",
    listitem: "li",
    main: "main",
    navigation: "nav",
    option: "option",
    progressbar: "progress",
    radio: "input[type=radio]",
    region: "section:is([aria-label], [aria-labelledby])",
    row: "tr",
    rowheader: "th[scope=row]",
    searchbox: "input[type=search]",
    slider: "input[type=range]",
    table: "table",
    textbox: "textarea, input:is(:not([type]), [type=text], [type=url])",
  };
  const namedByContent =
    /^(button|cell|checkbox|columnheader|gridcell|heading|link|menuitem\w*|option|radio|row|rowheader|switch|tab|treeitem)$/;
  const clean = (text) => text.replace(/\s+/g, " ").trim();
  // closest(), continued through the hosts of shadow trees.
  const closest = (e, selector) =>
    e.closest(selector) ?? (e.getRootNode().host && closest(e.getRootNode().host, selector)) ?? null;
  const isHidden = (e) =>
    !e.checkVisibility({ visibilityProperty: true }) || closest(e, "[aria-hidden=true], [inert]") !== null;
  const contentOf = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 && node.nodeType !== 11) return "";
    if (node.nodeType === 1) {
      if (/^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName) || node.ariaHidden === "true" || !node.checkVisibility())
        return "";
      const label = node.ariaLabel || node.alt;
      if (label) return label;
    }
    const assigned = node.assignedNodes?.({ flatten: true });
    const text = [...(assigned?.length ? assigned : (node.shadowRoot ?? node).childNodes)].map(contentOf).join("");
    return node.nodeType === 1 && getComputedStyle(node).display !== "inline" ? ` ${text} ` : text;
  };
  // Returns the accessible name of an element with a role, for the ways of naming that the site uses.
  const nameOf = (e, role) => {
    const by = e.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = by.map((id) => e.getRootNode().getElementById(id)).filter((label) => label !== null);
    return clean(
      labels.map((label) => label.ariaLabel || contentOf(label)).join(" ") ||
        e.ariaLabel ||
        e.alt ||
        [...(e.labels ?? [])].map(contentOf).join(" ") ||
        (role === "table" && e.caption ? contentOf(e.caption) : "") ||
        (namedByContent.test(role) ? contentOf(e) : "") ||
        e.title ||
        e.placeholder ||
        "",
    );
  };
  // $$role("button", "Share") returns what assistive technology finds by role and accessible name in all open shadow
  // trees: visible elements. A name must match as a whole, or is a regular expression.
  const $$role = (role, name, root = document) => {
    const selector = `[role="${role}"]` + (implied[role] ? `, :is(${implied[role]}):not([role])` : "");
    const fits = (text) => (name instanceof RegExp ? name.test(text) : text === clean(name));
    if (root === null) return [];
    return $$deep(selector, root).filter((e) => !isHidden(e) && (name === undefined || fits(nameOf(e, role))));
  };
  Object.defineProperty(globalThis, "$$role", { value: $$role });
  Object.defineProperty(globalThis, "$role", {
    value: (role, name, root) => $$role(role, name, root)[0] ?? null,
  });
  Object.defineProperty(globalThis, "$name", { value: nameOf });
  // Returns the focused element, if it has this role and name.
  Object.defineProperty(globalThis, "$focused", {
    value: (role, name) => $$role(role, name).find((e) => e.matches(":focus")) ?? null,
  });
  // Returns where an element can be clicked, or why it cannot.
  const place = async (e) => {
    if (!e) return { Problem: "nothing matches" };
    e.scrollIntoView({ block: "nearest", behavior: "instant" });
    let r = e.getBoundingClientRect();
    for (let still = 0; still < 3;) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = e.getBoundingClientRect();
      still = now.x === r.x && now.y === r.y ? still + 1 : 0;
      r = now;
    }
    if (!e.isConnected) return { Problem: "it was taken away" };
    if (!r.width || !r.height) return { Problem: "it has no size" };
    const at = { X: r.x + r.width / 2, Y: r.y + r.height / 2 };
    let hit = document.elementFromPoint(at.X, at.Y);
    while (hit?.shadowRoot?.elementFromPoint(at.X, at.Y) && hit.shadowRoot.elementFromPoint(at.X, at.Y) !== hit)
      hit = hit.shadowRoot.elementFromPoint(at.X, at.Y);
    const up = (n) => n && (n.assignedSlot ?? n.parentNode ?? n.host);
    let n = hit;
    while (n && n !== e) n = up(n);
    if (!n) {
      n = e;
      while (n && n !== hit) n = up(n);
    }
    if (n) return at;
    if (!hit) return { Problem: "it lies out of sight" };
    return { Problem: "it lies under " + hit.localName + "." + hit.className, Covered: true };
  };
  Object.defineProperty(globalThis, "$place", { value: place });
  // Returns text as a user sees it, with shadow trees and without hidden parts.
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
  // The reports of the viewers, in order: "ready" when everything is read, or the code of a failure.
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
