// Functions that hostile_test.go and hostile_names_test.go call in the page.
({
  // Shows every fourth session of a list, and checks it.
  async readAll(count) {
    $deep("unspool-library >>> button.more")?.click();
    await $hostile.wait(200);
    $hostile.sight();
    const session = $deep("unspool-session");
    for (let index = 0; index < count; index += 4) {
      session.present(index);
      await $hostile.until("session " + index, () => session.panes?.controller?.session === index);
      session.panes.controller.setOpen("inspector", true); // it contains the position in the file
      await $hostile.until("rows of session " + index, () => $role("article") !== null);
      await $hostile.list().goTo(1);
      const before = $hostile.marks.size;
      for (let tries = 0; $hostile.marks.size === before && tries < 20 * $slowness; tries++) {
        await $hostile.wait(40);
        $hostile.sight();
      }
    }
  },
  // Scrolls through the list of sessions, shows some of them and searches all.
  async readList() {
    const drawn = async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    };
    for (const scrolls of $$deep("*").filter((e) => e.scrollHeight > e.clientHeight + 100)) {
      for (let top = 0; top < Math.min(scrolls.scrollHeight, 30000); top += 500) {
        scrolls.scrollTop = top;
        await drawn();
        $hostile.sight();
      }
    }
    const session = $deep("unspool-session");
    for (let index = 0; index < 12; index++) {
      session.present(index);
      await $hostile.until("session " + index, () => session.panes?.controller?.session === index);
      await $hostile.until("rows of session " + index, () => $deep("unspool-list unspool-row[data-kind]") !== null);
      await $hostile.list().whenRendered();
      await drawn();
      $hostile.sight();
    }
    const before = $hostile.marks.size;
    for (const words of ["q1", "q2", "q3", "q4", "q5"]) await $hostile.find(words, "all");
    globalThis.foundMarks = $hostile.marks.size - before;
  },
  // Inserts texts into the page in ways that the site never uses.
  async putInPage(texts) {
    for (const text of texts) {
      if (/http-equiv|<base/.test(text)) continue; // it would leave the page
      const place = document.createElement("div");
      place.innerHTML = text;
      document.body.append(place);
      const link = document.createElement("a");
      link.href = text;
      document.body.append(link);
      if (link.protocol === "javascript:") link.click();
      for (const one of place.querySelectorAll("a[href^='javascript:']"))
        one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      for (const one of place.querySelectorAll("p")) one.click();
      for (const one of place.querySelectorAll("[autofocus]")) one.focus();
      await new Promise((done) => setTimeout(done, 12));
      place.remove();
    }
    await new Promise((done) => setTimeout(done, 300));
  },
});
