// Functions that tools_test.go calls in the page.
({
  // Makes the display of a tool call throw.
  async throwInRow(index) {
    const row = $$deep("unspool-row[data-kind=tool]")[index];
    Object.defineProperty(row.row, "tool", {
      get() {
        throw new Error("forced");
      },
    });
    row.context.conversation.redraw();
    await row.updateComplete;
  },
  // Makes the display of a part of an open tool call throw.
  async throwInPart(index, part) {
    const row = $$deep("unspool-row[data-kind=tool]")[index];
    const { parts } = row.context.conversation.rowCache.body(row.row.key).value;
    Object.defineProperty(parts[part], "fields", {
      get() {
        throw new Error("forced");
      },
    });
    row.requestUpdate();
    await row.updateComplete;
  },
});
