// Walks through everything that the page shows of a hostile session, and checks every element on the way. A test
// inserts it into the page; the site does not contain it.
(() => {
  const marks = new Set(); // of the seen combinations
  const wrong = new Set();
  const judged = new WeakMap(); // elements, and the text for which they were checked
  const mark = /q\d+x\d+z/g;
  // The code and the sessions in a standalone page: some of it looks like a mark by chance.
  const packed = /[\w+/=]{200,}/g;

  const elements = new Set(
    (
      "html search head body title meta link script style main header footer nav section article aside div span p pre code kbd samp h1 h2 h3 h4 h5 h6 hr br " +
      "ul ol li dl dt dd table caption thead tbody tfoot tr th td colgroup col figure figcaption blockquote em strong b i s del ins mark small sub sup bdi time " +
      "a button input label select option textarea details summary dialog form fieldset legend progress meter output img canvas slot " +
      "svg g path circle rect line polyline polygon ellipse defs clippath"
    ).split(" "),
  );
  const attributes =
    /^(?:class|style|title|role|dir|lang|tabindex|start|scope|type|hidden|open|value|for|id|name|rel|href|src|alt|download|target|referrerpolicy|part|exportparts|slot|popover|popovertarget|multiple|accept|webkitdirectory|disabled|checked|selected|placeholder|spellcheck|autocomplete|autocapitalize|autocorrect|autofocus|inputmode|enterkeyhint|maxlength|min|max|step|size|cols|rows|colspan|rowspan|width|height|viewbox|preserveaspectratio|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|points|xmlns|content|charset|http-equiv|media|as|crossorigin|integrity|async|defer|loading|decoding|draggable|contenteditable|translate|inert|busy|paper|theme|datetime|reversed|list|method|focusable|embed|kind|over|state|preload|label|fetchpriority|hreflang|referrerpolicy|(?:aria|data)-[a-z0-9-]+)$/;
  // Text of a transcript may be in these attributes, and nowhere else.
  const worded = new Set([
    "title",
    "alt",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "download",
    "value",
    "placeholder",
    "href",
  ]);

  const judge = (e) => {
    const said = (what) =>
      wrong.add(`${e.localName}.${String(e.getAttribute("class")).slice(0, 60)}: ${what.slice(0, 200)}`);
    const name = e.localName.toLowerCase();
    const isLanding = e.closest("main.landing") !== null; // has pictures of its own, and no transcript
    if (!isLanding && !elements.has(name) && !/^unspool-[a-z-]+$/.test(name)) said("is no element of the page");
    if (
      (name === "script" || name === "style" || name === "link" || name === "meta" || name === "base") &&
      e.getRootNode() === document &&
      mark.test(e.outerHTML.replace(packed, ""))
    )
      said("holds words of the transcript");
    mark.lastIndex = 0;
    for (const { name: key, value } of e.attributes) {
      const attribute = key.toLowerCase();
      const isOwn = isLanding || (name === "meta" && attribute === "property");
      if (!isOwn && !attributes.test(attribute)) said(`has the attribute ${key}`);
      const found = value.match(mark);
      if (found !== null) {
        if (worded.has(attribute)) for (const one of found) marks.add(one);
        else if (!allowed(e, attribute)) said(`has words of the transcript in ${key}: ${value}`);
      }
      if (
        attribute === "style" &&
        /url\(|expression|image|position:\s*fixed/i.test(value) &&
        !e.closest("[popover], body > [inert]")
      )
        said(`has a style: ${value}`);
      if (
        attribute === "src" &&
        !isLanding &&
        !/^blob:/.test(value) &&
        name !== "script" &&
        !name.startsWith("unspool-")
      )
        said(`has the source ${value}`);
      if (worded.has(attribute) && hidden.test(value) && attribute !== "value")
        said(`has hidden characters in ${key}: ${JSON.stringify(value.slice(0, 200))}`);
    }
    if (name === "a" && e.hasAttribute("href")) {
      const inside = e.getAttribute("href").startsWith("#") || e.origin === location.origin;
      if (
        !inside &&
        !["https:", "http:", "mailto:"].includes(e.protocol) &&
        !(e.hasAttribute("download") && e.protocol === "blob:")
      )
        said(`leads to ${e.href}`);
      if (!inside && e.protocol !== "blob:") {
        for (const rel of ["noopener", "noreferrer"]) if (!e.relList.contains(rel)) said(`leads out without ${rel}`);
        if (e.target !== "_blank") said("leads away in the same tab");
        if (e.username !== "" || e.password !== "") said(`leads to an account: ${e.href}`);
        if (
          e.protocol !== "mailto:" &&
          (e.textContent + (e.parentElement?.textContent ?? "")).includes(e.host) === false
        )
          said(`does not say its host ${e.host}`);
      }
      if (inside && mark.test(e.getAttribute("href"))) {
        // the page's own title may contain text of the transcript
        mark.lastIndex = 0;
        if (!/^#v=1&/.test(e.hash)) said(`leads inside to ${e.href}`);
      }
      mark.lastIndex = 0;
    }
    for (const node of e.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || e.localName === "style" || e.localName === "script") continue;
      if (hidden.test(node.data))
        said(
          `shows hidden characters: ${JSON.stringify(node.data.match(hidden)[0])} in ${JSON.stringify(node.data.slice(0, 60))}`,
        );
    }
  };
  // Characters that are invisible or change the order of others. Joiners and selectors may belong to emoji and scripts.
  const hidden =
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}\u{e0061}-\u{e0065}]|\u034f|\u17b4|\u17b5/u;

  /** The viewer uses these to find elements again, always by comparison; no style or selector depends on them. */
  const allowed = (e, attribute) =>
    attribute.startsWith("data-") &&
    ["data-key", "data-item", "data-place", "data-name", "data-label"].includes(attribute);

  /** Returns the text of an element itself: one that is rendered again with other text is checked again. */
  const own = (e) => {
    const words = [];
    for (const { name, value } of e.attributes) words.push(name, value);
    for (const node of e.childNodes) if (node.nodeType === Node.TEXT_NODE) words.push(node.data);
    return words;
  };
  const equal = (before, now) =>
    before !== undefined && before.length === now.length && before.every((word, at) => word === now[at]);

  const look = (root) => {
    for (const text of (root === document ? document.body : root).textContent.match(mark) ?? []) marks.add(text);
    for (const e of root.querySelectorAll("*")) {
      const words = own(e);
      if (!equal(judged.get(e), words)) {
        judged.set(e, words);
        judge(e);
      }
      if (e.shadowRoot) look(e.shadowRoot);
      if (e.localName === "input" || e.localName === "textarea")
        for (const one of e.value.match(mark) ?? []) marks.add(one);
    }
  };
  const sight = () => {
    look(document);
    for (const one of document.title.match(mark) ?? []) marks.add(one);
    if (hidden.test(document.title))
      wrong.add(`document.title has hidden characters: ${JSON.stringify(document.title)}`);
  };

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const until = async (what, happened) => {
    for (const end = performance.now() + 20_000 * $slowness; !happened(); await wait(20))
      if (performance.now() > end) throw new Error(`waited for ${what}`);
  };
  const list = () => $deep("unspool-list");
  const arrived = async (most = 60000) => {
    const { conversation } = list().context;
    for (const end = performance.now() + most * $slowness; performance.now() < end;) {
      await wait(40);
      if (conversation.pending === 0) {
        await wait(60);
        if (conversation.pending === 0) return;
      }
    }
    wrong.add("what rows show does not arrive");
  };

  /**
   * Opens everything that is folded: agents, attempts, background records, chips, long text, and raw records on
   * request.
   */
  const openAll = async (raw) => {
    const { conversation } = list().context;
    await conversation.api.query("expandAll", { session: conversation.session, open: true });
    for (let round = 0; round < 6; round++) {
      let opened = 0;
      for (let from = 0, total = 1; from < total; from += 200) {
        const page = await conversation.api.query("rows", { session: conversation.session, from, count: 200 });
        total = page.total;
        for (const row of page.rows ?? []) {
          const closed =
            (row.run?.rows > 0 && !row.run.open) || (row.fold && row.kind !== "background" && !row.fold.open);
          const { api, session } = conversation;
          if (closed && (await api.query("expand", { session, key: row.key, open: true })) !== null) opened++;
        }
      }
      if (opened === 0) break;
    }
    // Elements that are not laid out are not measured: with all rows visible, each opened row would lay out all again.
    list().style.display = "none";
    await conversation.reloadAround(0);
    await conversation.ensure(0, 3000);
    list().renderAll(true);
    await arrived();
    sight(); // each line in its closed state
    conversation.setAllOpen(true);
    await pressAll(raw);
    list().style.display = "";
    await pressAll(raw);
  };
  const pressAll = async (raw) => {
    await arrived();
    for (let round = 0; round < 4; round++) {
      let pressed = 0;
      for (const one of list().querySelectorAll("details:not([open])")) ((one.open = true), pressed++);
      for (const one of list().querySelectorAll("button[aria-expanded=false]:not([aria-haspopup])")) {
        if (one.closest(".raw") !== null && !raw) continue;
        if (one.matches(".about-row, .row-button") && one.closest("[data-kind=series], [data-kind=branch]")) continue;
        one.click();
        pressed++;
      }
      for (const one of list().querySelectorAll("button.more, button.more-lines, button.more-characters"))
        (one.click(), pressed++);
      if (pressed === 0) break;
      await wait(30);
      await arrived();
    }
  };

  /** Clicks everything that may open something, outside of the conversation. */
  const views = async () => {
    const { panes } = $deep("unspool-session");
    const { controller } = panes;
    for (const view of ["usage", "files", "records"]) {
      controller.changeState({ view });
      for (let tries = 0; $deep(`unspool-${view}`) === null && tries < 100 * $slowness; tries++) await wait(50);
      await wait(400);
      for (const scrolls of $$deep(".view, .view *")
        .filter((e) => e.scrollHeight > e.clientHeight + 40)
        .slice(0, 6)) {
        for (let top = 0; top < Math.min(scrolls.scrollHeight, 20000); top += Math.max(400, scrolls.clientHeight)) {
          scrolls.scrollTop = top;
          await wait(16);
          look($deep(".view"));
        }
      }
      sight();
    }
    controller.changeState({ view: "" });
    await wait(100);
  };

  const there = async (selector) => {
    for (let tries = 0; $deep(selector) === null && tries < 200 * $slowness; tries++) await wait(25);
    if ($deep(selector) === null) wrong.add(`${selector} does not come`);
    await wait(150);
  };

  /** Returns the results of a search, with one combination of options, and the menus that filter it. */
  const find = async (q, qways) => {
    const { controller } = $deep("unspool-session").panes;
    controller.setOpen("find", true);
    controller.changeState({ q, qways });
    await there("unspool-find");
    await there("unspool-find >>> .found[aria-busy=false]");
    const scrolls = $$deep("unspool-find >>> *").find(
      (e) => e.scrollHeight > e.clientHeight + 40 && getComputedStyle(e).overflowY !== "visible",
    );
    for (let top = 0; top < Math.min(scrolls?.scrollHeight ?? 0, 12000); top += Math.max(200, scrolls.clientHeight)) {
      scrolls.scrollTop = top;
      await wait(16);
      look($deep("unspool-find").shadowRoot);
    }
    for (const button of $$deep("unspool-find >>> .opens")) {
      button.click();
      await wait(120);
      look($deep("unspool-find").shadowRoot);
    }
    sight();
    controller.changeState({ qtools: "mcp__a\u202e__b\u200b", qwho: "\u202ewho" }); // as in an address
    await wait(200);
    sight();
    controller.changeState({ q: "", qways: "", qtools: "", qwho: "" });
    controller.setOpen("find", false);
  };

  /**
   * Everything around the conversation: outline, filters, timeline, search results, the inspector, the card about a
   * row, the palette. One in `every` record is inspected, from the row `first` on.
   */
  const around = async (every, first) => {
    const { controller } = $deep("unspool-session").panes;
    list().renderAll(false);
    for (const pane of ["outline", "timeline", "filters"]) controller.setOpen(pane, true);
    for (const pane of ["outline", "timeline", "filters"]) await there(`unspool-${pane}`);
    for (const one of $$deep("unspool-outline >>> [aria-expanded=false]").slice(0, 60)) one.click();
    await wait(200);
    const outline = $deep("unspool-outline >>> [role=tree]");
    for (let top = 0; top < (outline?.scrollHeight ?? 0); top += 600) {
      outline.scrollTop = top;
      await wait(30);
      look($deep("unspool-outline").shadowRoot);
    }
    for (const button of $$deep("unspool-filters >>> .opens")) {
      button.click();
      await wait(120);
      look($deep("unspool-filters").shadowRoot);
    }
    const canvas = $deep("unspool-timeline >>> canvas");
    const box = canvas?.getBoundingClientRect();
    for (let at = 0; box !== undefined && at < 40; at++) {
      const event = {
        bubbles: true,
        composed: true,
        clientX: box.left + (box.width * (at + 0.5)) / 40,
        clientY: box.top + (box.height * ((at * 7) % 10)) / 10,
        pointerType: "mouse",
      };
      canvas.dispatchEvent(new PointerEvent("pointermove", event));
      await wait(20);
      look($deep("unspool-timeline").shadowRoot);
    }
    controller.setOpen("inspector", true);
    await there("unspool-inspector");
    const { total } = list().context.conversation;
    const inspector = $deep("unspool-inspector").shadowRoot;
    const tree = () => inspector.querySelector("unspool-json-tree");
    const recorded = () => (tree() === null ? "" : $text(tree()));
    // The first third is a copy of all fields: each of its records is inspected as recorded.
    let last = "";
    for (let index = first; index < total; index += index * 3 < total ? every : Math.max(1, Math.floor(total / 12))) {
      const before = recorded();
      await list().goTo(index);
      const { about } = await controller.api.query("inspect", {
        session: controller.session,
        address: list().context.conversation.row(index).key,
      });
      const record = JSON.stringify(about.records?.[0]);
      for (let tries = 0; tries < 20 && record !== last && (recorded() === before || recorded() === ""); tries++)
        await wait(16);
      last = record;
      for (let round = 0; round < 4; round++) {
        const closed = tree()?.shadowRoot.querySelectorAll("[aria-expanded=false]") ?? [];
        for (const one of closed) one.click();
        await wait(closed.length > 0 ? 8 : 0);
      }
      if (index % 12 > 0) {
        look(inspector);
        continue;
      }
      const row = list().querySelector("unspool-row:focus .about-row, unspool-row:focus-within .about-row");
      row?.click();
      await wait(20);
      sight();
      row?.click();
    }
    await find("q1", "");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    list().focus();
    (list().querySelector("unspool-row") ?? list()).dispatchEvent(
      new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, composed: true, cancelable: true }),
    );
    await there("unspool-palette");
    for (const typed of ["", "q", "x"]) {
      const field = $deep("unspool-palette >>> input");
      field.value = typed;
      field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
      await wait(200);
      sight();
    }
    $deep("unspool-palette >>> dialog").close();
    for (const pane of ["outline", "timeline", "filters", "inspector"]) controller.setOpen(pane, false);
  };

  /** Checks the text that styles add to the list, such as the targets of links on paper; returns how many there are. */
  const written = () => {
    let links = 0;
    for (const e of [list(), ...list().querySelectorAll("*")]) {
      for (const side of ["::before", "::after"]) {
        const { content } = getComputedStyle(e, side);
        if (hidden.test(content))
          wrong.add(
            `${e.localName}.${e.className}: ${side} shows hidden characters: ${JSON.stringify(content.slice(0, 200))}`,
          );
        if (/url\(/.test(content) && !content.startsWith('"'))
          wrong.add(`${e.localName}.${e.className}: ${side} asks for ${content}`);
        if (side === "::after" && e.localName === "a" && e.href !== "" && content.includes(e.getAttribute("href")))
          links++;
      }
    }
    return links;
  };

  /** Reports where the layout is wrong: the page scrolls sideways, or something is outside of its row. */
  const beside = () => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    if (list().scrollWidth > list().clientWidth) found.push(`the list is ${list().scrollWidth} wide`);
    const edge = list().getBoundingClientRect();
    for (const row of list().querySelectorAll("unspool-row")) {
      const box = row.getBoundingClientRect();
      for (const e of row.querySelectorAll("*")) {
        const { left, right, top, bottom, width, height } = e.getBoundingClientRect();
        if (width === 0 || height === 0 || e.closest("[popover], dialog, .about-row") !== null) continue;
        const out = left < edge.left - 1 || right > edge.right + 1 || top < box.top - 6 || bottom > box.bottom + 6;
        if (out && !clipped(e, row))
          found.push(
            `${row.dataset.kind} ${e.localName}.${e.className}: ${[left, right, top - box.top, bottom - box.bottom].map(Math.round)}`,
          );
        if (found.length > 20) return found;
      }
    }
    return found;
  };
  const clipped = (e, row) => {
    for (let at = e.parentElement; at !== null && at !== row; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };

  const state = () => ({
    ran: globalThis.pwned === undefined ? "" : String(globalThis.pwned),
    polluted: [{}.polluted, [].polluted, (() => {}).polluted]
      .filter((one) => one !== undefined)
      .map(String)
      .join(),
    prototype: Object.getOwnPropertyNames(Object.prototype).sort().join(),
    globals: ["hostile-form", "hostile-popover"].filter((name) => name in globalThis).join(),
    wrong: [...wrong],
  });

  Object.defineProperty(globalThis, "$hostile", {
    value: { marks, openAll, views, around, find, written, beside, sight, wait, until, list, state },
  });
})();
