// Functions that folder_test.go calls in the page.
({
  // Delays the content of the next dropped folder after its first files.
  holdFolder() {
    const entryOf = DataTransferItem.prototype.webkitGetAsEntry;
    DataTransferItem.prototype.webkitGetAsEntry = function () {
      const entry = entryOf.call(this);
      DataTransferItem.prototype.webkitGetAsEntry = entryOf;
      const reader = Object.getPrototypeOf(entry.createReader()),
        read = reader.readEntries;
      let reads = 0;
      reader.readEntries = function (...given) {
        if (++reads === 1) read.apply(this, given);
        else globalThis.answer = given[0];
      };
      return entry;
    };
  },
});
