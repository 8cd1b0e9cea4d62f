// What tests do in the dialog that shares a session.
({
  // Has all values that were found kept.
  async keepAll() {
    for (const summary of $$deep(".findings summary")) summary.click();
    for (const box of $$deep(".findings .every input")) if (box.checked) box.click();
    for (const summary of $$deep(".findings summary")) summary.click();
    await $deep("unspool-share").updateComplete;
  },
  // Chooses the conversation of the agent with a task.
  chooseConversation(task) {
    const select = $role("combobox", "Conversation");
    select.selectedIndex = [...select.options].findIndex((option) => option.label.includes(task));
    select.dispatchEvent(new Event("change"));
  },
});
