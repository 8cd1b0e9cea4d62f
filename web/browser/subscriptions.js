// Functions that subscriptions_test.go calls in the page.
({
  // Updates an element that was removed, and returns whether a change of a signal then updates it again.
  async followsAfterRemoval(selector, property, version) {
    const element = $deep(selector);
    element.remove();
    const shown = element[property];
    element[property] = undefined;
    element[property] = shown;
    while (!(await element.updateComplete));
    (shown.conversation ?? shown)[version].value++;
    return element.isUpdatePending;
  },
  // Replaces the files of a viewer, and returns whether a change of its previous session updates it.
  async followsPrevious(text) {
    const viewer = $deep("unspool-session");
    const { shown, panes } = viewer;
    const controller = panes?.controller;
    await (viewer.load ?? viewer.read).call(viewer, [{ path: "other.jsonl", blob: new Blob([text]) }]);
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    await viewer.updateComplete;
    if (controller) controller.viewState.value = { q: "other" };
    shown.conversation.rowsVersion.value = 0;
    return viewer.isUpdatePending;
  },
});
