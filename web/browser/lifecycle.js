// Functions that lifecycle_test.go calls in the page.
({
  // Counts timer checks, and lets the clock jump.
  watch() {
    const now = performance.now.bind(performance);
    const { setInterval } = globalThis;
    globalThis.$watch = { ahead: 0, looks: 0 };
    performance.now = () => now() + globalThis.$watch.ahead;
    globalThis.setInterval = (act, ...given) =>
      setInterval(
        () => {
          globalThis.$watch.looks++;
          act();
        },
        ...given,
      );
  },
});
