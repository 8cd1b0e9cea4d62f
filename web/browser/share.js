// What tests do in the dialog that shares a session.
({
  // Has all values that were found kept.
  async keepAll() {
    for (const summary of $$deep(".findings summary")) summary.click();
    for (const box of $$deep(".findings .every input")) if (box.checked) box.click();
    for (const summary of $$deep(".findings summary")) summary.click();
    await $deep("unspool-share").updateComplete;
  },
});
