// Functions that tests of several files call in the page.
({
  // Records the next file that the page saves in `saved`, and its name in `savedAs`, instead of saving it.
  record() {
    globalThis.saved = undefined;
    globalThis.savedAs = undefined;
    URL.createObjectURL = (blob) => {
      globalThis.saved = blob;
      return "data:,";
    };
    HTMLAnchorElement.prototype.click = function () {
      globalThis.savedAs = this.download;
    };
  },
});
