// Functions that bombs_test.go calls in the page.
({
  // Drops a file with a session and as many parts, each of which consists of as many copies of a piece.
  dropRepeated(session, piece, copies, parts) {
    const part = new Blob([piece.repeat(copies)]);
    const dropped = new DataTransfer();
    dropped.items.add(new File([session, ...Array(parts).fill(part)], "repeated.jsonl"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
  },
});
