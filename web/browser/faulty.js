// Functions that faulty_test.go calls in the page.
({
  // Tracks what a page holds besides its elements: workers and blob URLs.
  watch() {
    const workers = new Set();
    const urls = new Map();
    const { terminate } = Worker.prototype;
    globalThis.Worker = class extends Worker {
      constructor(address, options) {
        super(address, options);
        this.address = String(address);
        workers.add(this);
      }
      terminate() {
        workers.delete(this);
        terminate.call(this);
      }
    };
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      const url = createObjectURL.call(URL, blob);
      urls.set(url, blob);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      urls.delete(url);
      revokeObjectURL.call(URL, url);
    };
    Object.defineProperty(globalThis, "$held", {
      value: {
        workers,
        urls,
        kill: (name) => {
          for (const worker of workers) if (worker.address.includes(name)) terminate.call(worker);
        },
      },
    });
  },
});
