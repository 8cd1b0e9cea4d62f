// Functions that storage_test.go calls before the scripts of the page.
({
  everyAccessThrows() {
    const refuse = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(globalThis, name, { get: refuse });
    for (const name of ["storage", "locks"]) Object.defineProperty(navigator, name, { get: refuse });
  },
  everyCallThrows() {
    const refuse = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    for (const name of ["getItem", "setItem", "removeItem", "clear", "key"]) Storage.prototype[name] = refuse;
    IDBFactory.prototype.open = refuse;
    for (const name of ["open", "keys", "match", "delete", "has"])
      CacheStorage.prototype[name] = () =>
        Promise.reject(new DOMException("Unexpected internal error.", "UnknownError"));
    StorageManager.prototype.getDirectory = StorageManager.prototype.estimate = () =>
      Promise.reject(new DOMException("denied", "SecurityError"));
  },
  noneAtAll() {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(globalThis, name, { value: null });
    Object.defineProperty(navigator, "storage", { value: undefined });
  },
  // Each visit finds other garbage.
  garbage() {
    const texts = [
      '{"a":',
      "\u0000\ufffe",
      "__proto__ constructor toString",
      "dark\nlight",
      "find ".repeat(100000),
      "<script>alert(1)</script>",
      "outline outline usage outline",
    ];
    for (const key of ["unspool-theme", "unspool-panes"])
      for (const store of [localStorage, sessionStorage])
        store.setItem(key, texts[(globalThis.name.length + key.length) % texts.length]);
    globalThis.name += "x";
    history.replaceState({ toString: null, nested: [1n, new Date()] }, "");
  },
});
