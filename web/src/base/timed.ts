/** Runs a step, and records how long it took for the traces of `make bench`. Nothing is kept in the page. */
export async function timed<T>(name: string, step: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await step();
  } finally {
    performance.measure(name, { start });
    performance.clearMeasures(name);
  }
}
