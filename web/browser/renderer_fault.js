// Functions that renderer_fault_test.go calls in the page.
({
  // Runs before the script of the worker that formats text: a text that names a fault triggers it before the worker
  // replies, or meanwhile.
  obey() {
    const faults = {
      LOOP: () => {
        for (;;);
      },
      CLOSE: () => close(),
      THROW: () => {
        setTimeout(() => {
          throw new Error("the ink is dry");
        });
      },
    };
    let kind;
    let text = "";
    const meets = (when) => {
      for (const name in faults)
        if (text.includes(when + name) || (kind === "highlight" && when === "DURING-" && text.includes("CODE-" + name)))
          return (faults[name](), true);
      return false;
    };
    self.addEventListener("message", (event) => {
      ({ kind, text = "" } = event.data);
      if (meets("BEFORE-")) event.stopImmediatePropagation();
    });
    const send = self.postMessage.bind(self);
    let silent = false;
    self.postMessage = (data) => {
      if (!silent) send(data);
      if (data.kind === "begun") silent = meets("DURING-");
    };
  },
});
