// Functions that quick_toggle_test.go calls in the page.
({
  // Lets requests that open or close a row wait in globalThis.waiting; globalThis.asked has what they requested.
  hold() {
    const { api } = $deep("unspool-session").exportSource;
    const { query } = api;
    globalThis.asked = [];
    globalThis.waiting = [];
    api.query = async (name, request) => {
      if (name === "expand") {
        globalThis.asked.push(request.open);
        await new Promise((go) => globalThis.waiting.push(go));
      }
      return query.call(api, name, request);
    };
  },
});
