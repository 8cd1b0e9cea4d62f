// What the pictures of the landing page and the README show: `make screenshots` opens the
// sample, runs this and one of the scenes below, and takes the page. Rows are found by
// their words, so that a row more or less changes nothing.
/* exported scenes */
const scenes = (() => {
  const list = () => $deep("unspool-list");
  const words = (row) => `${row.tool?.name ?? ""} ${row.tool?.target ?? ""} ${row.text ?? ""}`;

  // Resolves when nothing has changed on the page for a while.
  const still = () =>
    new Promise((done) => {
      let timer = 0;
      const again = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          watch.disconnect();
          done();
        }, 400);
      };
      const watch = new MutationObserver(again);
      watch.observe(list(), { subtree: true, childList: true, attributes: true, characterData: true });
      again();
    });

  // Returns the index of the first row, from an index on, that contains all of these texts.
  const find = async (from, ...all) => {
    const { conversation } = list().context;
    for (let index = from; index < conversation.total; index++) {
      await conversation.ensure(index, index);
      if (all.every((one) => words(conversation.row(index)).includes(one))) return index;
    }
    throw new Error(`the sample has no row with ${all.join(", ")}`);
  };

  const open = async (index) => {
    const { context } = list();
    context.toggle(context.conversation.row(index));
    await still();
  };

  // Opens a view by its tab, and resolves when all of this is rendered.
  const view = async (name, ...selectors) => {
    const until = async (found) => {
      while (!found()) await new Promise((done) => setTimeout(done, 50));
    };
    const tab = () => $$deep("nav .tab").find((one) => $text(one) === name);
    await until(tab);
    tab().click();
    for (const selector of selectors) await until(() => $deep(selector));
    await new Promise((done) => setTimeout(done, 500));
    tab().blur();
    return "ready";
  };

  // Scrolls a row to the upper edge, and removes the focus from it.
  const show = async (index) => {
    await list().goTo(index, "start");
    await still();
    list().getRootNode().activeElement?.blur();
    await still();
    return "ready";
  };

  return {
    // Prose, a failing test, the change that fixes it, and the result.
    story: async () => {
      const prompt = await find(0, "one more thing");
      const failed = await find(prompt, "Bash", "make test");
      await open(await find(failed, "Edit", "zone.go"));
      return show(prompt);
    },
    // What the session cost, and what filled its context.
    usage: () => view("Usage", "unspool-plot >>> canvas"),
    // What changed in a file.
    files: async () => {
      await view("Files", "unspool-file-list >>> [role=option]");
      $$deep("unspool-file-list >>> [role=option]")
        .find((one) => $text(one).includes("zone.go"))
        .click();
      return view("Files", "unspool-one-file >>> .diff");
    },
    // The landing page beside a link to it: what it says, and the session.
    link: () => {
      document.documentElement.style.overflow = "hidden";
      document.querySelector(".entrance").style.minHeight = "540px";
      for (const one of document.querySelectorAll(
        ".landing > header > :not(.wordmark), .explore, .zone, .where, .private",
      ))
        one.style.display = "none";
      return new Promise((done) => setTimeout(() => done("ready"), 500));
    },
  };
})();
