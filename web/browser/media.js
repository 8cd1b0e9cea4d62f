// Functions that media_test.go calls in the page.
({
  // Records what links save in globalThis.saved, instead of saving it.
  recordSaves() {
    globalThis.saved = [];
    const create = URL.createObjectURL;
    let blob;
    URL.createObjectURL = (given) => create((blob = given));
    HTMLAnchorElement.prototype.click = function () {
      void blob.text().then((text) => globalThis.saved.push([this.download, blob.type, text].join(" | ")));
    };
  },
});
