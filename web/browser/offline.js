// Functions that offline_test.go calls in the page.
({
  // The addresses in all caches.
  async keptAddresses() {
    const found = [];
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) found.push(request.url);
    }
    return found;
  },
});
