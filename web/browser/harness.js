// Functions that harness_test.go calls in the page.
({
  // Adds a button in two shadow trees, and records trusted events in `seen`.
  recordEvents() {
    const seen = (globalThis.seen = []);
    const inner = document.createElement("div");
    inner.attachShadow({ mode: "open" }).innerHTML =
      "<button style='margin-top:2000px'>deep <b>button</b></button><i hidden>hidden</i>";
    document.querySelector("x-host").attachShadow({ mode: "open" }).append(inner);
    addEventListener("click", (e) => e.isTrusted && seen.push("click " + e.composedPath()[0].localName));
    addEventListener("keydown", (e) => {
      const keys = [e.ctrlKey && "Control", e.shiftKey && "Shift", e.key];
      if (e.isTrusted) seen.push(keys.filter(Boolean).join("+"));
    });
    addEventListener("change", ({ target }) => {
      const names = [...target.files].map((file) => file.webkitRelativePath || file.name);
      seen.push(names.sort().join());
    });
    addEventListener("dragenter", (e) => {
      e.preventDefault();
      seen.push("enter " + e.dataTransfer.types);
    });
    addEventListener("dragover", (e) => e.preventDefault());
    const walk = async (entry) => {
      if (entry.isFile) {
        const file = await new Promise((ok, no) => entry.file(ok, no));
        return [`${entry.fullPath}=${await file.text()}`];
      }
      const children = await new Promise((ok, no) => entry.createReader().readEntries(ok, no));
      return (await Promise.all(children.map(walk))).flat();
    };
    addEventListener("drop", async (e) => {
      e.preventDefault();
      const entries = [...e.dataTransfer.items].map((item) => item.webkitGetAsEntry());
      seen.push("drop " + (await Promise.all(entries.map(walk))).flat().sort().join());
    });
  },
  // Adds an element after a while, which later moves to where it can be clicked.
  addLate() {
    const late = (globalThis.late = document.createElement("u"));
    late.textContent = "late";
    late.style.cssText = "position: fixed; top: -50px; left: 0";
    setTimeout(() => document.body.append(late), 100);
    setTimeout(() => (late.style.top = "0"), 400);
  },
});
